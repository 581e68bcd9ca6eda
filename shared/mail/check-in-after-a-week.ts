import type { Users } from '#shared/accounts/store/users.ts';
import { activeShards } from '#shared/accounts/store/users.ts';
import { days } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { JobEvent } from '#shared/worker/job.ts';
import type { MailOrders } from './store/mail-orders.ts';

const ageDays = 7;
const lateDays = 7;
const writesAtOnce = 8;

/** Every run reads all accounts of the week, so it also covers missed runs. */
export async function checkInAfterAWeek(
  { scheduledAt }: Pick<JobEvent, 'scheduledAt'>,
  { users, mailOrders }: { users: Pick<Users, 'activePage' | 'byIds'>; mailOrders: MailOrders },
): Promise<{ ordered: number }> {
  const run = Date.parse(scheduledAt);
  const from = new Date(run - days(ageDays + lateDays)).toISOString();
  const to = new Date(run - days(ageDays)).toISOString();
  let ordered = 0;
  for (const shard of activeShards) {
    let start: Awaited<ReturnType<typeof users.activePage>>['next'];
    do {
      const page = await users.activePage(shard, { from, to, start });
      const missing = await mailOrders.without(page.ids, 'one_week_checkin');
      const accounts = missing.length > 0 ? await users.byIds(missing) : new Map();
      const verified = missing.filter((userId) => accounts.get(userId)?.emailVerified);
      await forEachConcurrent(verified, writesAtOnce, async (userId) => {
        await mailOrders.order(userId, 'one_week_checkin');
        ordered += 1;
      });
      start = page.next;
    } while (start);
  }
  return { ordered };
}
