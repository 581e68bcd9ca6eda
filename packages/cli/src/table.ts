import { oneLine } from './visible.ts';

export function table(rows: readonly Record<string, unknown>[], columns: readonly string[]): string {
  const cells = rows.map((row) => columns.map((column) => oneLine(row[column])));
  const isNumber = columns.map((_, index) => cells.length > 0 && cells.every((row) => /^-?[\d.,]*$/.test(row[index] ?? '')));
  const widths = columns.map((column, index) => Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => (isNumber[index] ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)))
      .join('  ')
      .trimEnd();
  return [columns.map((column) => column.toUpperCase()), ...cells].map(line).join('\n');
}
