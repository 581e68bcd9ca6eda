import { delimiterOf, isWorkbook, linesOf, textOf } from '#shared/files/file-text.ts';
import { assertText } from '#shared/files/workbooks/other-files.ts';
import { plainTable } from '#shared/files/workbooks/plain-table.ts';

export const fileKinds = '.csv,.tsv,.txt,.xlsx,text/csv';

/** A workbook becomes a CSV file, so that a page can show its headings and lines. Throws a sentence for the user. */
export async function plainFile(file: File): Promise<File> {
  const start = new Uint8Array(await file.slice(0, 1024).arrayBuffer());
  if (!isWorkbook(start)) {
    assertText(start);
    return file;
  }
  const { bytes, sheet } = await plainTable(new Uint8Array(await file.arrayBuffer()), hasHeadings);
  const content = bytes as Uint8Array<ArrayBuffer>;
  return new File([content], `${file.name}, ${sheet}`, { type: 'text/csv', lastModified: file.lastModified });
}

const [maxTitleLines, fewestHeadings] = [40, 3];

/** A cover sheet has few cells in a line. */
function hasHeadings(sheet: Uint8Array): boolean {
  let count = 0;
  for (const { cells } of linesOf(textOf(sheet), delimiterOf(sheet))) {
    if (cells.filter((cell) => cell.trim() !== '').length >= fewestHeadings) return true;
    if (++count === maxTitleLines) break;
  }
  return false;
}
