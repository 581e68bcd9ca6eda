import { type FileNote, notesOf } from '#shared/files/file-notes.ts';
import { isJson, type PlainTable } from '#shared/files/file-text.ts';
import { plainTable } from '#shared/files/workbooks/plain-table.ts';
import { WorkbookProblem } from '#shared/files/workbooks/workbook-problem.ts';
import { addJsonFile } from '#shared/orders/rules/json-orders.ts';
import { addFile, hasOrders } from '#shared/orders/rules/order-file.ts';
import { type OrderReader, orderReader } from '#shared/orders/rules/order-reader.ts';
import type { OrderProblem } from '#shared/orders/rules/sent-order.ts';
import { type ChosenIdColumn, chooseIdColumn } from './choose-id-column.ts';
import type { ReconciliationDeps } from './deps.ts';
import { standingsBy } from './rules/account-rules.ts';
import type { OrdersFacts, Reconciliation } from './rules/reconciliations.ts';
import { stageOrders } from './stage-orders.ts';

type Columns = NonNullable<Reconciliation['file']>['columns'];

export async function readUpload(
  current: Reconciliation,
  deps: Pick<ReconciliationDeps, 'objects' | 'parts' | 'secrets' | 'conversions'>,
): Promise<Partial<Reconciliation>> {
  const { file } = current;
  // The request that stored the orders died, and its repeat has another reconciliation.
  if (!file) return interrupted;
  const bytes = await deps.objects.get(file.key);
  if (!bytes) return failedWith([problem('file_gone', 'The file is gone')]);
  const { currency, dateFormat, columns, from, to } = file;
  const { idTemplate, timeZone, createdAt, rules } = current;
  const standingsOf = (format: string | null) => standingsBy(rules, format);
  // The defaults come from the request, so that a retry reads the same orders.
  const facts = { idTemplate, currency, timeZone, dateFormat, from, to, standingsOf };
  const reader = orderReader(facts, Date.parse(createdAt));
  const table = await orderTable(bytes, columns);
  if ('problems' in table) return failedWith(table.problems);
  const idColumn = await chooseIdColumn(table.bytes, columns, current, deps);
  const upload = readBytes(table, columns, reader, idColumn);
  if ('problems' in upload) return failedWith(upload.problems);
  const { orders, ...read } = upload;
  const staged = await stageOrders(current, orders, { from, to }, deps);
  return { status: 'running', stage: 'matching', ...staged, ...read };
}

/** A CSV file as it is, and the sheet of a workbook that has orders. */
export async function orderTable(bytes: Uint8Array, columns: Columns): Promise<PlainTable | { problems: OrderProblem[] }> {
  try {
    return await plainTable(bytes, (sheet) => hasOrders(sheet, columns));
  } catch (error) {
    if (error instanceof WorkbookProblem) return { problems: [problem(error.code, error.message)] };
    throw error;
  }
}

export type ReadFile = { orders: string[] } & Required<Pick<OrdersFacts, 'format' | 'skipped' | 'valueForm' | 'idColumn' | 'warnings'>>;

export function readBytes(
  table: PlainTable,
  columns: Columns,
  reader: OrderReader,
  idColumn: ChosenIdColumn | null = null,
): ReadFile | { problems: OrderProblem[] } {
  const { bytes } = table;
  const isJsonFile = isJson(bytes);
  if (isJsonFile) addJsonFile(bytes, reader);
  if (isJsonFile && Object.keys(columns).length > 0)
    reader.note({
      line: null,
      field: 'columns',
      code: 'extra_forbidden',
      message: 'Only a CSV file has columns',
    });
  const csv = isJsonFile ? null : addFile(bytes, columns, reader, idColumn?.column);
  return readOrdersOf(reader, csv, idColumn, isJsonFile ? [] : notesOf(table));
}

export function readOrdersOf(
  reader: OrderReader,
  csv: ReturnType<typeof addFile>,
  idColumn: ChosenIdColumn | null,
  warnings: FileNote[] = [],
): ReadFile | { problems: OrderProblem[] } {
  const end = reader.end();
  if ('problems' in end) return end;
  const { orders, hasRefundRows, skipped } = end;
  return {
    orders,
    warnings,
    format: csv?.format ?? null,
    idColumn: idColumn?.facts ?? null,
    // Rows of JSON are numbered from 0, and a row without a remark needs no list.
    skipped: csv || skipped.lines?.length ? skipped : null,
    valueForm: hasRefundRows ? 'before_refunds' : (csv?.valueForm ?? null),
  };
}

export const interrupted: Partial<Reconciliation> = failedWith([problem('interrupted', 'It was interrupted. Send the orders again.')]);

function problem(code: string, message: string): OrderProblem {
  return { line: null, field: null, code, message };
}

function failedWith(problems: readonly OrderProblem[]): Partial<Reconciliation> {
  return {
    status: 'failed',
    stage: 'done',
    problemCount: problems.length,
    problems: problems.slice(0, 200),
  };
}
