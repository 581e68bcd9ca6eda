import { users } from '#shared/accounts/needs.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { credits, grants, partnerMonths, renewals } from '#shared/credits/needs.ts';
import { licences } from '#shared/licences/needs.ts';
import { accountTasks } from '#shared/tasks/needs.ts';

export const grantNeeds = {
  credits,
  grants,
  licences,
  partnerMonths,
  queues,
  renewals,
  tasks: accountTasks,
  users,
};
export type GrantDeps = Omit<DepsOf<typeof grantNeeds>, 'secrets'>;
