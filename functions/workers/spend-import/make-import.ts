import type { Message } from '#shared/messages/queues.ts';
import { RetrySoon } from '#shared/messages/retry-soon.ts';
import { applyImport, contentOf, continueImport } from '#shared/spend/apply-import.ts';
import { pruneReplaced } from '#shared/spend/prune-replaced.ts';
import { readContent, type SpendContent } from '#shared/spend/read-content.ts';
import { isJson, readRows } from '#shared/spend/rules/row-schema.ts';
import type { SpendProblem } from '#shared/spend/rules/sent-row.ts';
import type { ImportRef, SpendOrder } from '#shared/spend/rules/spend-imports.ts';
import { undoingOf } from '#shared/spend/store/spend-imports.ts';
import { continueUndo } from '#shared/spend/undo-import.ts';
import { inTurn } from '#shared/worker/in-turn.ts';
import type { Deps } from './deps.ts';

/** The import's item stores at most this number of problems, because its size is limited. */
const keptProblems = 200;

/** An account runs a single import at a time. */
export async function makeImport(message: Message<'spend_import'>, deps: Deps): Promise<void> {
  const { account_id: accountId, environment, import_id: id, undo, order } = message;
  const importRef = { accountId, environment, id };
  const name = undo ? undoingOf(id) : id;
  await inTurn({ queue: 'spend_import', message, account: accountId, name }, deps, async () => {
    if (undo) await endUndo(importRef, deps);
    else if (order) await makeOrdered(order as SpendOrder & { file: NonNullable<SpendOrder['file']> }, deps);
    else await endImport(importRef, deps);
    await pruneReplaced(importRef, deps);
  });
}

async function endImport(importRef: ImportRef, deps: Deps): Promise<void> {
  const { spendImports } = deps;
  const stored = await spendImports.byId(importRef.accountId, importRef.environment, importRef.id);
  if (stored?.status !== 'running') return await spendImports.release(importRef.accountId, importRef.id);
  const { status } = (await continueImport(importRef, deps)) ?? stored;
  if (status !== 'running') return;
  // The rows were only in the request that died, so the import fails. None of its days are visible.
  const problem = {
    line: null,
    field: null,
    code: 'interrupted',
    message: 'It was interrupted. Send it again.',
  };
  await spendImports.end(
    importRef,
    ['running'],
    { status: 'failed', problems: [problem], problemCount: 1 },
    { run: importRef.id },
  );
}

async function endUndo(importRef: ImportRef, deps: Deps): Promise<void> {
  const after = await continueUndo(importRef, deps);
  if (after?.status !== 'undoing')
    await deps.spendImports.release(importRef.accountId, undoingOf(importRef.id));
}

async function makeOrdered(
  order: SpendOrder & { file: NonNullable<SpendOrder['file']> },
  deps: Deps,
): Promise<void> {
  const { spendImports, now } = deps;
  await spendImports.order(order, { status: 'pending' });
  const stored = await spendImports.byId(order.accountId, order.environment, order.id);
  if (!stored || (stored.status !== 'pending' && stored.status !== 'running')) return;
  if ('stagedAt' in stored) return void (await continueImport(order, deps));
  const content = await contentOfFile(order, deps);
  if ('problems' in content) {
    await failWith(order, content.problems, deps);
    // An earlier attempt may have started a run, which would block the next import until it is released.
    return await spendImports.release(order.accountId, order.id);
  }
  const applied = await applyImport(order, content, deps);
  const at = new Date(now()).toISOString();
  const unchanged = {
    status: 'completed',
    isUnchanged: true,
    completedAt: at,
    ...contentOf(content),
  } as const;
  if (applied.kind === 'busy') throw new RetrySoon('Another import of the account runs.');
  if (applied.kind === 'mixed')
    return await failWith(
      order,
      applied.days.map((day) => ({ line: null, field: 'day', ...day })),
      deps,
    );
  if (applied.kind === 'unchanged' || applied.spendImport.id !== order.id)
    await spendImports.change(order, ['pending'], unchanged);
}

async function contentOfFile(
  {
    file,
    network,
    currency,
    timeZone,
    pixelKey,
    createdAt,
  }: SpendOrder & { file: NonNullable<SpendOrder['file']> },
  { objects }: Deps,
): Promise<SpendContent | { problems: SpendProblem[] }> {
  const bytes = await objects.get(file.key);
  if (!bytes)
    return { problems: [{ line: null, field: null, code: 'file_gone', message: 'The file is gone' }] };
  const source = isJson(bytes) ? readRows(bytes) : { bytes };
  if ('problems' in source) return source;
  const { dateFormat, columns } = file;
  // The content is read as of the time of the request, so that a retry has the same result.
  return readContent(
    source,
    { network, currency, timeZone, pixelKey, dateFormat, columns },
    Date.parse(createdAt),
  );
}

async function failWith(
  order: SpendOrder,
  problems: readonly SpendProblem[],
  { spendImports }: Deps,
): Promise<void> {
  await spendImports.change(order, ['pending', 'running'], {
    ...{ status: 'failed', problems: problems.slice(0, keptProblems), problemCount: problems.length },
  });
}
