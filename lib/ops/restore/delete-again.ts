import { accountDeletionsIn } from '#shared/accounts/deletion/store/account-deletions.ts';
import type { DeletionRecord } from '#shared/accounts/deletion/store/deletion-files.ts';
import { usersIn } from '#shared/accounts/store/users.ts';
import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import { teamsIn } from '#shared/licences/store/teams.ts';
import { tableAt } from '#shared/store/table.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { webhookEndpointsIn } from '#shared/webhooks/store/endpoints.ts';
import type { RestoreTarget } from './restore-target.ts';

export async function deleteAgain(
  deletions: readonly DeletionRecord[],
  { dynamo, tableNames }: Pick<RestoreTarget, 'dynamo' | 'tableNames'>,
  now: () => number = Date.now,
): Promise<number> {
  const accounts = tableAt(tableNames.accounts, dynamo);
  const users = usersIn(accounts);
  const { requestAgain } = accountDeletionsIn(accounts, { now });
  const attribution = tableAt(tableNames.attribution, dynamo);
  const keys = apiKeysIn(attribution, { now, cacheSeconds: 0 });
  const webhookEndpoints = webhookEndpointsIn(attribution, { now });
  let count = 0;
  for (const { userId, ...deletion } of deletions) {
    const user = await users.byId(userId);
    if (!user || user.erasedAt || (user.restoredAt ?? '') > deletion.requestedAt) continue;
    if (user.deletion?.requestedAt !== deletion.requestedAt) {
      await requestAgain(user, { deletion });
      count++;
    }
    await keys.suspend(ownAccountOf(userId), true);
    await webhookEndpoints.suspend(ownAccountOf(userId), true);
    await teamsIn(accounts, { now }).leaveAll(userId);
  }
  return count;
}
