import type { PlainTable } from '#shared/spend/rules/files/file-text.ts';
import { tableOf } from './sheet-table.ts';
import { partsOf } from './workbook-parts.ts';
import { maxWorkbookBytes } from './workbook-problem.ts';
import { zipEntries } from './zip-entries.ts';

/** The headings of a table are near its beginning. */
const headingBytes = 262_144;
const lineEnd = 0x0a;

/** Whole lines, because a character or a cell that is cut is another text. */
const beginningOf = (bytes: Uint8Array) =>
  bytes.length > headingBytes ? bytes.subarray(0, bytes.lastIndexOf(lineEnd, headingBytes) + 1) : bytes;

/** Reads the table of a workbook, as `plainTable` says. Throws `WorkbookProblem`. */
export async function readWorkbook(
  bytes: Uint8Array,
  isTable: (sheet: Uint8Array) => boolean,
): Promise<PlainTable> {
  const parts = await partsOf(zipEntries(bytes, maxWorkbookBytes));
  const budget = { characters: 0 };
  let first: PlainTable | null = null;
  for (const { name, part } of parts.sheets) {
    const table = { bytes: await tableOf(part, parts, budget), sheet: name };
    if (isTable(beginningOf(table.bytes))) return table;
    if (table.bytes.length > 0) first ??= table;
  }
  return first ?? { bytes: new Uint8Array(), sheet: '' };
}
