import type { PlainTable } from '#shared/files/file-text.ts';
import { tableOf } from './sheet-table.ts';
import { partsOf } from './workbook-parts.ts';
import { maxWorkbookBytes } from './workbook-problem.ts';
import { zipEntries } from './zip-entries.ts';

/** The headings of a table are near its beginning. */
const headingBytes = 262_144;
const lineFeed = 0x0a;

/** The first whole lines, because a cut letter would change the encoding. */
const beginningOf = (table: Uint8Array): Uint8Array =>
  table.length <= headingBytes ? table : table.subarray(0, 1 + table.lastIndexOf(lineFeed, headingBytes - 1));

/** Reads the table of a workbook, as `plainTable` says. Throws `WorkbookProblem`. */
export async function readWorkbook(bytes: Uint8Array, isTable: (sheet: Uint8Array) => boolean): Promise<PlainTable> {
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
