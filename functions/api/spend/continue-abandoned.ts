import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { spendImports } from '#shared/spend/needs.ts';
import { spendImportQueue } from '#shared/spend/queues.ts';
import type { SpendImport } from '#shared/spend/rules/spend-imports.ts';
import { minutes } from '#shared/values/durations.ts';

export const continueAbandonedNeeds = { queues, spendImports };
type Deps = DepsOf<typeof continueAbandonedNeeds>;

const quietMs = minutes(10);

/** A message that was lost, for example by a restore, would leave an import open, so a look sends it again. */
export async function continueAbandoned(
  imports: readonly SpendImport[],
  { spendImports, queues, now }: Pick<Deps, 'spendImports' | 'queues' | 'now'>,
): Promise<void> {
  for (const spendImport of imports) {
    const { accountId, environment, id, status, createdAt, undoneAt, continuedAt } = spendImport;
    if (status !== 'pending' && status !== 'running' && status !== 'undoing') continue;
    const seenAt = continuedAt ?? (status === 'undoing' ? undoneAt : createdAt) ?? createdAt;
    if (now() - Date.parse(seenAt) < quietMs) continue;
    if (!(await spendImports.noteContinued(spendImport))) continue;
    const message = { account_id: accountId, environment, import_id: id };
    await queues.send(spendImportQueue, { ...message, ...(status === 'undoing' && { undo: true as const }) });
  }
}
