import type { MessageOf } from '#shared/messages/queue.ts';
import { GivenUp, WaitsForOtherWork } from '#shared/messages/retry-soon.ts';
import { applyImport, contentOf } from '#shared/spend/apply-import.ts';
import { endImport, endUndo, failImport, giveUp } from '#shared/spend/end-run.ts';
import { pruneReplaced } from '#shared/spend/prune-replaced.ts';
import { spendImportQueue } from '#shared/spend/queues.ts';
import { readContent, type SpendContent } from '#shared/spend/read-content.ts';
import type { SpendProblem } from '#shared/spend/rules/sent-row.ts';
import type { SpendOrder } from '#shared/spend/rules/spend-imports.ts';
import { undoingOf } from '#shared/spend/rules/spend-runs.ts';
import { sourceOfUpload } from '#shared/spend/source-of-file.ts';
import { inTurn } from '#shared/worker/in-turn.ts';
import type { Deps } from './needs.ts';

type FileOrder = SpendOrder & { file: NonNullable<SpendOrder['file']> };

/** An account runs a single import at a time. */
export async function makeImport(message: MessageOf<typeof spendImportQueue>, deps: Deps, isLastReceive = false): Promise<void> {
  const { account_id: accountId, environment, import_id: id, undo = false } = message;
  const importRef = { accountId, environment, id };
  if (isLastReceive) {
    await giveUp(importRef, undo, deps);
    throw new GivenUp(`The import ${id} failed at every receive.`);
  }
  const name = undo ? undoingOf(id) : id;
  await inTurn({ queue: spendImportQueue, message, account: accountId, name }, deps, async () => {
    if (undo) await endUndo(importRef, deps);
    else {
      // After a restore, the message of a look at the import has no order.
      const order = message.order ?? (await deps.spendImports.byId(accountId, environment, id));
      if (order?.file) await makeOrdered(order as FileOrder, deps);
      else await endImport(importRef, deps);
    }
    await pruneReplaced(importRef, deps);
  });
}

async function makeOrdered(order: FileOrder, deps: Deps): Promise<void> {
  const { spendImports, now } = deps;
  await spendImports.order(order, { status: 'pending' });
  const stored = await spendImports.byId(order.accountId, order.environment, order.id);
  if (!stored || (stored.status !== 'pending' && stored.status !== 'running')) return;
  if ('stagedAt' in stored) return await endImport(order, deps);
  const content = await contentOfFile(order, deps);
  if ('problems' in content) return await failImport(order, content.problems, deps);
  const applied = await applyImport(order, content, deps);
  const at = new Date(now()).toISOString();
  const unchanged = {
    status: 'completed',
    isUnchanged: true,
    completedAt: at,
    ...contentOf(content),
  } as const;
  if (applied.kind === 'busy') throw new WaitsForOtherWork('Another import of the account runs.');
  if (applied.kind === 'mixed')
    return await failImport(
      order,
      applied.days.map((day) => ({ line: null, field: 'day', ...day })),
      deps,
    );
  if (applied.kind === 'unchanged' || applied.spendImport.id !== order.id) await spendImports.change(order, ['pending'], unchanged);
}

async function contentOfFile(
  { file, network, currency, timeZone, pixelKey, createdAt }: FileOrder,
  { objects }: Deps,
): Promise<SpendContent | { problems: SpendProblem[] }> {
  const bytes = await objects.get(file.key);
  if (!bytes) return { problems: [{ line: null, field: null, code: 'file_gone', message: 'The file is gone' }] };
  const { dateFormat, columns } = file;
  const source = await sourceOfUpload(bytes, columns);
  if ('problems' in source) return source;
  // The content is read as of the time of the request, so that a retry has the same result.
  return readContent(source, { network, currency, timeZone, pixelKey, dateFormat, columns }, Date.parse(createdAt));
}
