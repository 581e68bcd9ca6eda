import { dateText, plainNumber } from './number-formats.ts';
import { textCollector, type WorkbookParts } from './workbook-parts.ts';
import { maxWorkbookBytes, WorkbookProblem } from './workbook-problem.ts';
import { type Attributes, parsePart } from './xml-parts.ts';
import type { ZipEntry } from './zip-entries.ts';

/** Cells beyond these columns are left out, as in a CSV file. The rows are Excel's. */
const [maxColumns, maxSheetRows] = [2000, 1_048_576];

/** An empty line costs as much memory and time as some characters. */
const blankLineCharacters = 16;

/** The characters of all sheets together: many cells may repeat a long text. */
export type TextBudget = { characters: number };

/**
 * The cells of a sheet as a CSV file in which each cell has quotes, and row n is line n. Empty rows at the end are left
 * out. Throws `WorkbookProblem`.
 */
export async function tableOf(part: ZipEntry, parts: WorkbookParts, budget: TextBudget): Promise<Uint8Array> {
  const lines: string[] = [];
  const collector = textCollector();
  let [rowNumber, column] = [0, 0];
  let [row, value, isValue]: [string[], string, boolean] = [[], '', false];
  let cell: Attributes = {};
  const use = (characters: number) => {
    budget.characters += characters;
    if (budget.characters > maxWorkbookBytes) throw new WorkbookProblem('too_large');
  };
  const endRow = () => {
    if (row.length === 0) return;
    if (!(rowNumber > lines.length && rowNumber <= maxSheetRows)) throw new WorkbookProblem('unreadable');
    use(blankLineCharacters * (rowNumber - lines.length));
    while (lines.length < rowNumber - 1) lines.push('');
    lines.push(lineOf(row));
  };
  const endCell = () => {
    const text = textOf(cell, cell.t === 'inlineStr' ? collector.end() : value, parts);
    if (text === '' || column > maxColumns) return;
    use(text.length + 3 * Math.max(1, column - row.length));
    row[column - 1] = text;
  };
  await parsePart(part, {
    open(name, attributes) {
      if (name === 'row') {
        rowNumber = Number(attributes().r ?? rowNumber + 1);
        [row, column] = [[], 0];
      } else if (name === 'c') {
        cell = { ...attributes() };
        column = columnOf(cell.r) ?? column + 1;
        value = '';
      } else if (name === 'v') isValue = true;
      else collector.open(name);
    },
    text(text) {
      if (isValue) value += text;
      else collector.add(text);
    },
    close(name) {
      if (name === 'row') endRow();
      else if (name === 'c') endCell();
      else if (name === 'v') isValue = false;
      else collector.close(name);
    },
  });
  return new TextEncoder().encode(lines.join('\n'));
}

const lineOf = (row: readonly string[]) =>
  Array.from(row, (text = '') => `"${text.replaceAll('"', '""').replace(/[\r\n\t]+/g, ' ')}"`).join(',');

/** The number of a column, 28 for `AB12`. */
function columnOf(place: string | undefined): number | null {
  const [letters] = /^[A-Z]{1,3}(?=\d)/.exec(place ?? '') ?? [];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
}

/** A formula has its stored value. Source of the types: ECMA-376-1:2016, 18.18.11. */
function textOf({ t: type = 'n', s: style }: Attributes, value: string, parts: WorkbookParts): string {
  if (type === 's') return parts.strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n' || value === '') return value;
  return parts.dateStyles[Number(style)] ? dateText(value, parts.isFrom1904) : plainNumber(value);
}
