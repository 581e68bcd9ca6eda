import { usersIn } from '#shared/accounts/store/users.ts';
import { type ErasureRecord, longestErasureMs } from '#shared/event-log/store/erasure-files.ts';
import { erasuresIn } from '#shared/event-log/store/erasures.ts';
import { tableAt } from '#shared/store/table.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { ownerOf } from '#shared/values/tenant.ts';
import type { RestoreTarget } from './restore-target.ts';
import { withRetry } from './with-retry.ts';

export type ErasedAgain = { erasures: number; events: number; clicks: number };

const eventsAtATime = 1000;
const erasuresAtOnce = 8;

export const erasuresSince = (backupAt: string): string => new Date(Date.parse(backupAt) - longestErasureMs).toISOString();

export async function eraseAgain(
  records: readonly ErasureRecord[],
  { dynamo: once, tableNames }: Pick<RestoreTarget, 'dynamo' | 'tableNames'>,
  { signal, now = Date.now }: { signal: AbortSignal; now?: () => number },
): Promise<ErasedAgain> {
  const dynamo = withRetry(once);
  const users = usersIn(tableAt(tableNames.accounts, dynamo));
  const { erase } = erasuresIn(tableAt(tableNames.attribution, dynamo), { now });
  const accountIds = [...new Set(records.map(({ accountId }) => accountId))];
  const accounts = new Set<number>();
  await forEachConcurrent(accountIds, erasuresAtOnce, async (accountId) => {
    const user = await users.byId(ownerOf(accountId));
    // A deleted account has no visitors left to erase and may get no new rows.
    if (user && !user.erasedAt) accounts.add(accountId);
  });
  const pending = records.filter(({ accountId }) => accounts.has(accountId));
  const sum: ErasedAgain = { erasures: pending.length, events: 0, clicks: 0 };
  await forEachConcurrent(pending, erasuresAtOnce, async ({ accountId, selector, until }) => {
    for (let isDone = false; !isDone; ) {
      signal.throwIfAborted();
      const erased = await erase(accountId, selector, { maxEvents: eventsAtATime, until, isLate: true });
      sum.events += erased.events;
      sum.clicks += erased.clicks;
      isDone = erased.isDone;
    }
  });
  return sum;
}
