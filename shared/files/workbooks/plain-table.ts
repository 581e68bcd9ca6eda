import { isWorkbook, type PlainTable } from '#shared/files/file-text.ts';
import { assertText, kindOfCompound } from './other-files.ts';
import { WorkbookProblem } from './workbook-problem.ts';

/**
 * A workbook as a CSV file, and other bytes as they are. `isTable` says whether a sheet has the headings that the caller
 * reads: the first such sheet is taken, else the first with cells. Throws `WorkbookProblem`.
 */
export async function plainTable(bytes: Uint8Array, isTable: (sheet: Uint8Array) => boolean): Promise<PlainTable> {
  if (!isWorkbook(bytes)) {
    assertText(bytes);
    return { bytes };
  }
  if (isSpoilt(bytes)) throw new WorkbookProblem('spoilt');
  if (bytes[0] !== 0x50) throw new WorkbookProblem(kindOfCompound(bytes));
  // Few files are workbooks, so their reader is not evaluated before.
  const { readWorkbook } = await import('./read-workbook.ts');
  return await readWorkbook(bytes, isTable);
}

/** If an archive was decoded as UTF-8 in transit, most of its bytes became replacement characters. */
const isSpoilt = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes.subarray(0, 200)).split('\u00EF\u00BF\u00BD').length > 8;
