import { renewalsDue } from '#shared/credits/rules/credit-calendar.ts';
import type { Licence } from '#shared/licences/rules/licences.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { dayAfter, dayIn, monthOf } from '#shared/values/zone-calendar.ts';
import { monthlyGrants } from './monthly-grants.ts';
import { overLicences } from './partner-licences.ts';

const name = 'subscription_renewals';

/** A renewal older than this is not caught up, so a licence that returns gets nothing for its absence. */
const caughtUpDays = 62;

export const subscriptionRenewals = overLicences(
  { name, leftOut: (userId, { day }, { renewals }) => renewals.settle(userId, day ?? '') },
  async (run, { user, licence, licences }, deps) => {
    const { renewals } = deps;
    const { timeZone } = deps.grants;
    const entitled = licences.filter(belongs).flatMap(({ entitledAt }) => entitledAt ?? []);
    const began = dayIn(timeZone, Date.parse(entitled.sort()[0] ?? licence.createdAt));
    const last = (await renewals.recent(ownAccountOf(user.id))).find(({ source }) => source !== run.taskId)?.day ?? '';
    const after = [dayAfter(began, -1), dayAfter(run.day, -caughtUpDays), last].sort().at(-1) as string;
    const dueDays = await Promise.all(
      renewalsDue(user.createdAt, after, run.at, timeZone).map(async (day) => {
        const holding = { userId: ownAccountOf(user.id), licences, month: monthOf(day) };
        const grants = await monthlyGrants(holding, { tierCredits: run.tierCredits, actor: name }, deps);
        const settled = renewals.part(ownAccountOf(user.id), day, run.taskId);
        return grants.map((grant) => ({ ...grant, day, also: [settled, ...(grant.also ?? [])] }));
      }),
    );
    return dueDays.flat();
  },
);

const belongs = ({ status, successorKey, tier }: Licence) => tier !== null && (status === 'active' || successorKey !== null);
