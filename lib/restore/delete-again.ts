import { accountDeletionsIn } from '#shared/data/account-deletions.ts';
import { apiKeysIn } from '#shared/data/api-keys.ts';
import type { DeletionRecord } from '#shared/data/deletion-files.ts';
import { tableAt } from '#shared/data/table.ts';
import { teamsIn } from '#shared/data/teams.ts';
import { usersIn } from '#shared/data/users.ts';
import { sessionsEnded } from '#shared/domain/users.ts';
import type { RestoreTarget } from './restore-target.ts';

/**
 * Deletes accounts again that were deleted after the backup was made: how many. The job of the night then erases them
 * when their days are over. Repeatable.
 */
export async function deleteAgain(
  deletions: readonly DeletionRecord[],
  { dynamo, tableNames }: Pick<RestoreTarget, 'dynamo' | 'tableNames'>,
  now: () => number = Date.now,
): Promise<number> {
  const accounts = tableAt(tableNames.accounts, dynamo);
  const users = usersIn(accounts);
  const { requestAgain } = accountDeletionsIn(accounts, { now });
  const keys = apiKeysIn(tableAt(tableNames.attribution, dynamo), { now, cacheSeconds: 0 });
  let count = 0;
  for (const { userId, ...deletion } of deletions) {
    const user = await users.byId(userId);
    if (!user || user.erasedAt || (user.restoredAt ?? '') > deletion.requestedAt) continue;
    if (user.deletion?.requestedAt !== deletion.requestedAt) {
      await requestAgain(user, { deletion, ...sessionsEnded(user, now()) });
      count++;
    }
    const { tokensValidAfter } = (await users.byId(userId)) ?? user;
    await keys.revokeBefore(userId, tokensValidAfter);
    await teamsIn(accounts, { now }).leaveAll(userId);
  }
  return count;
}
