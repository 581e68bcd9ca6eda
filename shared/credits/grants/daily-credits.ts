import { activeShards } from '#shared/accounts/store/users.ts';
import { claims, dailyGrant } from '#shared/credits/rules/credits.ts';
import type { GrantJob } from './grant-job.ts';

const name = dailyGrant.actor;

/** Every user with `isActive` gets them, paid or not. */
export const dailyCredits: GrantJob<number> = {
  name,
  shards: activeShards.length,
  async page(_, shard, start, { users }) {
    const { ids: activeUserIds, next } = await users.activePage(shard, { start });
    return { subjects: activeUserIds, next };
  },
  plan: async ({ day, creditsAmount }, userIds) =>
    userIds.map((userId) => ({
      userId,
      grants: [
        {
          ...dailyGrant,
          type: 'daily_grant',
          amount: creditsAmount,
          claim: claims.daily(day, userId),
        },
      ],
    })),
  notice: ({ taskId, day }, { counts, failures }, seconds) => {
    const { granted = 0, skipped = 0, failed = 0, totalCredits = 0 } = counts;
    const failedUsers = failures.length > 0 ? ` Failed: users ${failures.join(', ')}.` : '';
    return (
      `Daily credits of ${day}: ${granted} granted, ${skipped} skipped, ${failed} failed; ` +
      `${totalCredits} credits in all, in ${seconds} s (${taskId}).${failedUsers}`
    );
  },
};
