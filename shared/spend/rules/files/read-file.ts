import { readDate } from '#shared/files/dates.ts';
import { notesOf } from '#shared/files/file-notes.ts';
import type { PlainTable } from '#shared/files/file-text.ts';
import { BrokenLine, delimiterOf, type Line, linesOf, textOf } from '#shared/files/file-text.ts';
import type { SpendWarning } from '#shared/spend/rules/lost-ids.ts';
import type { SentRow, SpendProblem } from '#shared/spend/rules/sent-row.ts';
import { maxRows } from '#shared/spend/rules/sent-rows.ts';
import type { ColumnField } from './columns.ts';
import type { FileOptions, SkippedLines } from './file-rows.ts';
import type { Columns } from './headings.ts';
import { findHeadings } from './table-headings.ts';
import { rowsOfTable } from './table-rows.ts';
import { type FileLine, isTotalLine } from './totals.ts';
import type { TotalDifference } from './totals-by-amount.ts';

export type ReadFile = {
  rows: SentRow[];
  /** Rows of JSON skip nothing. */
  skipped: SkippedLines | null;
  coversTo: string | null;
  warnings: SpendWarning[];
  totalDifference: TotalDifference | null;
};

type Problems = { problems: SpendProblem[]; rows?: SentRow[] };

/** A workbook is a table already (`plainTable`). */
export function readFile(file: PlainTable, options: FileOptions): ReadFile | Problems {
  const { bytes } = file;
  if (isSpoilt(bytes)) return { problems: [problem(null, null, 'not_text', spoilt)] };
  try {
    const table = readTable(bytes, options);
    if ('problems' in table) return table;
    return { ...table, warnings: [...table.warnings, ...notesOf(file)] };
  } catch (error) {
    if (error instanceof BrokenLine) return { problems: [problem(error.line, null, 'broken_quotes', error.message)] };
    if (error instanceof TypeError)
      return {
        problems: [problem(null, null, 'not_text', 'Neither UTF-8 nor UTF-16 text: save it as CSV UTF-8')],
      };
    throw error;
  }
}

/** If UTF-16 was decoded as UTF-8 in transit, it begins with two replacement characters. */
const isSpoilt = (bytes: Uint8Array) => new TextDecoder().decode(bytes.subarray(0, 6)) === '\uFFFD\uFFFD' && bytes[0] === 0xef;
const spoilt = 'A file in UTF-16 is sent as `application/octet-stream`, or by an upload';

/** Blank lines and notes are work too: 50 MB of line ends took half a minute. */
const maxLines = 10 * maxRows;

function readTable(bytes: Uint8Array, options: FileOptions): ReadFile | Problems {
  const skipped: SkippedLines = { title: 0, blank: 0, total: 0, note: 0 };
  const lines = linesOf(textOf(bytes), delimiterOf(bytes));
  const headed = findHeadings(lines, options, skipped);
  if ('problems' in headed) return headed;
  const { columns, coversTo } = headed;
  const dataLines: FileLine[] = [];
  const totals: FileLine[] = [];
  let lineCount = 0;
  for (const line of lines) {
    if (++lineCount > maxLines) return { problems: [problem(line.line, null, 'too_many_rows', `At most ${maxLines} lines`)] };
    const fileLine = cellsOf(line, columns);
    if (fileLine.filled === 0) skipped.blank++;
    else if (isTotalLine(fileLine, columns.at.day !== undefined)) {
      skipped.total++;
      totals.push(fileLine);
    } else if (fileLine.filled === 1 && readDate(fileLine.cells.day ?? '') === null) skipped.note++;
    else dataLines.push(fileLine);
    if (dataLines.length + totals.length > maxRows)
      return { problems: [problem(line.line, null, 'too_many_rows', `At most ${maxRows} rows`)] };
  }
  const { currency = null, dateFormat } = options;
  const { rows, problems, warnings, ...more } = rowsOfTable(dataLines, totals, {
    columns,
    currency,
    dateFormat,
  });
  if (problems.length > 0) return { problems, rows };
  skipped.total += more.totals;
  return { rows, skipped, coversTo, warnings, totalDifference: more.totalDifference };
}

function cellsOf({ line, cells }: Line, { at }: Columns): FileLine {
  let [first, filled] = ['', 0];
  for (const cell of cells) {
    const text = cell.trim();
    if (text === '') continue;
    if (filled++ === 0) first = text;
  }
  const ofFields: FileLine['cells'] = {};
  for (const field in at) {
    const cell = cells[at[field as ColumnField] ?? -1]?.trim();
    if (cell) ofFields[field as ColumnField] = cell;
  }
  return { line, cells: ofFields, first, filled };
}

const problem = (line: number | null, field: string | null, code: string, message: string): SpendProblem => ({
  line,
  field,
  code,
  message,
});
