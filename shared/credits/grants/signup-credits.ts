import { activeShards } from '#shared/accounts/store/users.ts';
import { claims } from '#shared/credits/rules/credits.ts';
import { dayAfter, spanOf } from '#shared/values/zone-calendar.ts';
import type { GrantJob } from './grant-job.ts';
import { grantPlans } from './grant-plans.ts';

const name = 'grant_new_signup_credits';
const amount = 5;

export const signupCredits: GrantJob<number> = {
  name,
  shards: activeShards.length,
  async page({ day }, shard, start, { users, grants }) {
    const { start: from, end } = spanOf(dayAfter(day, -1), grants.timeZone);
    const range = { from: new Date(from).toISOString(), to: new Date(end - 1).toISOString() };
    const { ids, next } = await users.activePage(shard, { ...range, start });
    return { subjects: ids, next };
  },
  async plan({ taskId }, userIds, { credits, licences }) {
    const balances = await credits.balances(userIds);
    // Another worker of this task may have granted meanwhile, so claims are read last.
    const existingClaims = await credits.claimed(userIds.map((userId) => ({ userId, claim: claims.signup(userId) })));
    return await grantPlans(userIds, async (userId) => {
      const claim = claims.signup(userId);
      const isOwn = existingClaims.get(claim)?.source === taskId;
      const isEntitled = (balances.get(userId)?.balance ?? 0) === 0 && !(await licences.isLinked(userId));
      if (!isOwn && !isEntitled) return { userId, grants: [] };
      return {
        userId,
        grants: [{ type: 'signup_grant', amount, claim, reason: 'Welcome credits', actor: name }],
      };
    });
  },
};
