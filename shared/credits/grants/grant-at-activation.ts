import type { Users } from '#shared/accounts/store/users.ts';
import type { Credits } from '#shared/credits/store/credits.ts';
import type { PartnerMonths } from '#shared/credits/store/partner-months.ts';
import { isGranting, type Tier } from '#shared/licences/rules/licences.ts';
import type { Licences } from '#shared/licences/store/licences.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { type AccountId, ownerOf } from '#shared/values/tenant.ts';
import { monthIn } from '#shared/values/zone-calendar.ts';
import { dueIn, grantOf, readMonth } from './monthly-grants.ts';

export type ActivationDeps = {
  now: () => number;
  users: Pick<Users, 'byId'>;
  credits: Pick<Credits, 'grant'>;
  licences: Pick<Licences, 'ofUser'>;
  partnerMonths: PartnerMonths;
  monthlyCredits: { timeZone: string; tierCredits: Record<Tier, number>; isPaidAtActivation: boolean };
};

/** A retry, or the month's last job, completes an interrupted grant. */
export async function grantAtActivation(
  accountId: AccountId | null,
  { now, users, credits, licences, partnerMonths, monthlyCredits }: ActivationDeps,
): Promise<void> {
  if (accountId === null) return;
  const { timeZone, tierCredits, isPaidAtActivation } = monthlyCredits;
  await retryOnConflict('frequent', async () => {
    const month = monthIn(timeZone, now());
    const userLicences = (await licences.ofUser(ownerOf(accountId))).licences;
    const raised = userLicences
      .filter(isGranting)
      .filter(({ raisedAt }) => raisedAt !== null && monthIn(timeZone, Date.parse(raisedAt)) === month);
    if (raised.length === 0 || !(await users.byId(ownerOf(accountId)))?.isActive) return;
    const was = await readMonth({ userId: accountId, licences: userLicences, month }, partnerMonths);
    if (was.user.payments === 0 && !isPaidAtActivation) return;
    const payment = dueIn(was, raised, userLicences, tierCredits);
    if (!payment) return;
    const grant = grantOf(was, payment, userLicences, 'licence_activation', partnerMonths);
    const { outcome } = await credits.grant(accountId, grant);
    return outcome === 'granted' ? undefined : conflict;
  });
}
