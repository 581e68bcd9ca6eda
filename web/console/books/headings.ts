// The API has no dry run of a file of orders, so the page reads its beginning by the API's rules.

import { delimiterOf, linesOf, textOf } from '#shared/files/file-text.ts';
import { orderColumnsOf } from '#shared/orders/rules/order-columns.ts';
import type { Column, Facts } from './facts.ts';

const readBytes = 65_536;
const maxLines = 22;

export async function firstLines(file: Blob): Promise<string[][]> {
  const bytes = new Uint8Array(await file.slice(0, readBytes).arrayBuffer());
  const lines: string[][] = [];
  try {
    for (const { cells } of linesOf(textOf(bytes), delimiterOf(bytes))) {
      lines.push(cells.map((cell) => cell.trim()));
      if (lines.length === maxLines) break;
    }
  } catch {
    // The first bytes of a file can end inside quotes or inside a letter.
  }
  return lines;
}

export type Recognised = {
  format: string | null;
  headings: string[];
  columns: Partial<Record<Column, { heading: string; first: string }>>;
  /** The API tries these columns, and takes the column with most IDs in the log. */
  idHeadings: string[];
};

export function recognised(lines: readonly string[][], named: Facts['columns']): Recognised {
  const chosen = Object.fromEntries(Object.entries(named).filter(([, heading]) => heading));
  for (const [at, cells] of lines.entries()) {
    const orderColumns = orderColumnsOf(cells, chosen);
    if (!orderColumns) continue;
    const order = lines[at + 1] ?? [];
    const columns = Object.entries(orderColumns.at).map(([column, place]) => [
      column,
      { heading: cells[place] ?? '', first: order[place] ?? '' },
    ]);
    return {
      format: orderColumns.format,
      headings: namesIn(cells),
      columns: Object.fromEntries(columns),
      idHeadings: orderColumns.idColumns.map((place) => cells[place] ?? ''),
    };
  }
  const longest = lines.reduce((most, cells) => (cells.length > most.length ? cells : most), []);
  return { format: null, headings: namesIn(longest), columns: {}, idHeadings: [] };
}

const namesIn = (cells: readonly string[]) => [...new Set(cells.filter((cell) => cell !== ''))];
