import type * as z from 'zod';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { objects, queues } from '#shared/aws/needs.ts';
import { spendImports } from '#shared/spend/needs.ts';
import { spendImportQueue } from '#shared/spend/queues.ts';
import type { SpendImport, SpendOrder } from '#shared/spend/rules/spend-imports.ts';
import { maxUploadBytes, uploadFile, uploadIdForm } from '#shared/spend/rules/upload-file.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { SpendFacts, SpendImportRequest } from './spend-request.ts';

export const orderInBackgroundNeeds = { objects, queues, spendImports };
type Deps = DepsOf<typeof orderInBackgroundNeeds>;

type Sent = {
  order: SpendOrder;
  facts: SpendFacts;
  body: z.output<typeof SpendImportRequest> | undefined;
  file?: Uint8Array | undefined;
};

export async function orderInBackground({ order, facts, body, file }: Sent, deps: Deps): Promise<SpendImport> {
  const { objects, queues, spendImports } = deps;
  const uploadId = body?.upload_id;
  const key = uploadFile(order.accountId, uploadId ?? order.id);
  if (uploadId === undefined)
    await objects.put(key, file ?? JSON.stringify({ rows: body?.rows }), {
      contentType: file ? 'text/csv' : 'application/json',
    });
  const ordered = {
    ...order,
    file: { key, dateFormat: facts.date_format ?? null, columns: facts.columns ?? {} },
  };
  // The message is sent before the import is stored, so that a worker runs the import if this process dies.
  await queues.send(spendImportQueue, {
    account_id: order.accountId,
    environment: order.environment,
    import_id: order.id,
    order: ordered,
  });
  await spendImports.order(ordered, { status: 'pending' });
  const storedImport = await spendImports.byId(order.accountId, order.environment, order.id);
  if (!storedImport) throw fail(serviceErrors.unavailable);
  return storedImport;
}

export async function assertUploaded(accountId: AccountId, uploadId: string, { objects }: Pick<Deps, 'objects'>) {
  const size = uploadIdForm.test(uploadId) ? await objects.size(uploadFile(accountId, uploadId)) : null;
  if (size === null)
    throw invalid({
      type: 'value_error',
      loc: ['body', 'upload_id'],
      msg: 'No file was sent to the address of this upload',
    });
  if (size > maxUploadBytes) throw fail(serviceErrors.payload_too_large);
}
