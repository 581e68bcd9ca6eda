import { isJson, type PlainTable } from '#shared/files/file-text.ts';
import { plainTable } from '#shared/files/workbooks/plain-table.ts';
import { WorkbookProblem } from '#shared/files/workbooks/workbook-problem.ts';
import type { ColumnField } from './rules/files/columns.ts';
import { hasTable } from './rules/files/networks.ts';
import { readRows } from './rules/row-schema.ts';
import type { SpendProblem } from './rules/sent-row.ts';

type Columns = Partial<Record<ColumnField, string>>;
type Problems = { problems: SpendProblem[] };

/** A CSV file as it is, and the sheet of a workbook that has headings of spend. */
export async function tableOfFile(bytes: Uint8Array, columns: Columns): Promise<PlainTable | Problems> {
  try {
    return await plainTable(bytes, (sheet) => hasTable(sheet, columns));
  } catch (error) {
    if (!(error instanceof WorkbookProblem)) throw error;
    return { problems: [{ line: null, field: null, code: error.code, message: error.message }] };
  }
}

/** An upload may be JSON with `rows` too. */
export async function sourceOfUpload(bytes: Uint8Array, columns: Columns): Promise<PlainTable | ReturnType<typeof readRows>> {
  return isJson(bytes) ? readRows(bytes) : await tableOfFile(bytes, columns);
}
