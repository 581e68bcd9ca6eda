import { isJson } from '#shared/spend/rules/row-schema.ts';
import type { ReconciliationDeps } from './deps.ts';
import { addFile, type SkippedRows } from './rules/files/order-file.ts';
import { addJsonFile } from './rules/json-orders.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import { type OrderProblem, type OrderReader, orderReader } from './rules/sent-orders.ts';
import { stageOrders } from './stage-orders.ts';

export async function readUpload(
  current: Reconciliation,
  deps: Pick<ReconciliationDeps, 'objects' | 'parts' | 'secrets'>,
): Promise<Partial<Reconciliation>> {
  const { file } = current;
  // The request that stored the orders died, and its repeat has another reconciliation.
  if (!file) return interrupted;
  const bytes = await deps.objects.get(file.key);
  if (!bytes) return failedWith([problem('file_gone', 'The file is gone')]);
  const { currency, dateFormat, columns, from, to } = file;
  const { idTemplate, timeZone, createdAt } = current;
  // The defaults come from the request, so that a retry reads the same orders.
  const reader = orderReader({ idTemplate, currency, timeZone, dateFormat, from, to }, Date.parse(createdAt));
  const upload = readBytes(bytes, columns, reader);
  if ('problems' in upload) return failedWith(upload.problems);
  const staged = await stageOrders(current, upload.orders, { from, to }, deps);
  return { status: 'running', stage: 'matching', ...staged, format: upload.format, skipped: upload.skipped };
}

export type ReadFile = { orders: string[]; format: string | null; skipped: SkippedRows | null };

export function readBytes(
  bytes: Uint8Array,
  columns: NonNullable<Reconciliation['file']>['columns'],
  reader: OrderReader,
): ReadFile | { problems: OrderProblem[] } {
  const isJsonFile = isJson(bytes);
  if (isJsonFile) addJsonFile(bytes, reader);
  if (isJsonFile && Object.keys(columns).length > 0)
    reader.note({
      ...{ line: null, field: 'columns', code: 'extra_forbidden', message: 'Only a CSV file has columns' },
    });
  const csv = isJsonFile ? null : addFile(bytes, columns, reader);
  const end = reader.end();
  if ('problems' in end) return end;
  return { orders: end.orders, format: csv?.format ?? null, skipped: csv?.skipped ?? null };
}

export const interrupted: Partial<Reconciliation> = failedWith([
  problem('interrupted', 'It was interrupted. Send the orders again.'),
]);

function problem(code: string, message: string): OrderProblem {
  return { line: null, field: null, code, message };
}

function failedWith(problems: readonly OrderProblem[]): Partial<Reconciliation> {
  return {
    ...{ status: 'failed', stage: 'done', problemCount: problems.length },
    problems: problems.slice(0, 200),
  };
}
