import type { User } from '#shared/accounts/rules/users.ts';
import { type GrantingLicence, isGranting, type Licence } from '#shared/licences/rules/licences.ts';
import { licenceShards } from '#shared/licences/store/licences.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import type { GrantDue, GrantJob, GrantPlan, GrantRun } from './grant-job.ts';
import { grantPlans } from './grant-plans.ts';
import type { GrantDeps } from './needs.ts';

export type Holder = { user: User; licence: GrantingLicence; licences: readonly Licence[] };

export const overLicences = (
  job: Pick<GrantJob<GrantingLicence>, 'name' | 'leftOut'>,
  due: (run: GrantRun, holder: Holder, deps: GrantDeps) => Promise<readonly GrantDue[]>,
): GrantJob<GrantingLicence> => ({
  ...job,
  shards: licenceShards.length,
  async page(_, shard: number, start: WireMap | undefined, { licences }) {
    const { licences: subjects, next } = await licences.activePage(shard, start);
    return { subjects, next };
  },
  async plan(run, subjects, deps): Promise<GrantPlan[]> {
    const users = await deps.users.byIds(subjects.map(({ userId }) => userId));
    return await grantPlans(subjects, async (licence) => {
      const { userId } = licence;
      const user = users.get(userId);
      const { licences, tier } = await deps.licences.ofUser(userId);
      const best = licences.find((licence) => isGranting(licence) && licence.tier === tier);
      const pays = user?.isActive && best?.licenceKey === licence.licenceKey;
      return {
        userId: ownAccountOf(userId),
        grants: pays ? await due(run, { user, licence, licences }, deps) : [],
      };
    });
  },
});
