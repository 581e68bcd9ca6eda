import type * as z from 'zod';
import type { Deps } from '#functions/http/attribution/deps.ts';
import type { SpendImport, SpendOrder } from '#shared/spend/rules/spend-imports.ts';
import { maxUploadBytes, uploadFile, uploadIdForm } from '#shared/spend/rules/upload-file.ts';
import { fail, invalid } from '#shared/values/errors.ts';
import type { SpendFacts, SpendImportRequest } from './spend-request.ts';

type Sent = {
  order: SpendOrder;
  facts: SpendFacts;
  body: z.output<typeof SpendImportRequest> | undefined;
  file?: Uint8Array | undefined;
};

/** The stored file is the upload, or holds the rows of the request. */
export async function orderInBackground(
  { order, facts, body, file }: Sent,
  deps: Deps,
): Promise<SpendImport> {
  const { objects, queues, spendImports } = deps;
  const uploadId = body?.upload_id;
  const key = uploadFile(order.accountId, uploadId ?? order.id);
  if (uploadId !== undefined) await assertUploaded(key, uploadId, facts, deps);
  else
    await objects.put(key, file ?? JSON.stringify({ rows: body?.rows }), {
      contentType: file ? 'text/csv' : 'application/json',
    });
  const ordered = {
    ...order,
    file: { key, dateFormat: facts.date_format ?? null, columns: facts.columns ?? {} },
  };
  // The message goes first, so that a worker runs the import if this process dies.
  await queues.send('spend_import', {
    ...{ account_id: order.accountId, environment: order.environment, import_id: order.id },
    order: ordered,
  });
  await spendImports.order(ordered, { status: 'pending' });
  const found = await spendImports.byId(order.accountId, order.environment, order.id);
  if (!found) throw fail('unavailable');
  return found;
}

async function assertUploaded(key: string, uploadId: string, facts: SpendFacts, { objects }: Deps) {
  const problem = (field: string, msg: string) => invalid({ type: 'value_error', loc: ['body', field], msg });
  if (facts.dry_run) throw problem('dry_run', 'Not with upload_id');
  const size = uploadIdForm.test(uploadId) ? await objects.size(key) : null;
  if (size === null) throw problem('upload_id', 'No file was sent to the address of this upload');
  if (size > maxUploadBytes) throw fail('payload_too_large');
}
