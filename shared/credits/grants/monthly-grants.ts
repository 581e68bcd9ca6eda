import { claims } from '#shared/credits/rules/credits.ts';
import { chainOf, type PartnerDue, partnerDue } from '#shared/credits/rules/partner-due.ts';
import type { PartnerMonth, PartnerMonths } from '#shared/credits/store/partner-months.ts';
import { isGranting, type Licence, type Tier, tierNames } from '#shared/licences/rules/licences.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { GrantDue } from './grant-job.ts';

type Holding = { userId: AccountId; licences: readonly Licence[]; month: string };
type MonthDeps = { partnerMonths: PartnerMonths };

/** A scheduled job makes only a month's first grant; for a paid month, it names the existing claim. */
export async function monthlyGrants(
  { userId, licences, month }: Holding,
  { tierCredits, actor }: { tierCredits: Record<Tier, number>; actor: string },
  { partnerMonths }: MonthDeps,
): Promise<GrantDue[]> {
  const was = await readMonth({ userId, licences, month }, partnerMonths);
  const { paid, payments } = was.user;
  const claim = claims.partnerMonthly(month, userId);
  if (payments > 0) return [{ type: 'partner_monthly_topup', amount: paid || 1, claim, reason: 'Monthly credits', actor }];
  const payment = dueIn(was, licences.filter(isGranting), licences, tierCredits);
  return payment ? [grantOf(was, payment, licences, actor, partnerMonths)] : [];
}

export const readMonth = ({ userId, licences, month }: Holding, partnerMonths: PartnerMonths) => {
  const keys = new Set(licences.flatMap(({ licenceKey }) => chainOf(licenceKey, licences)));
  return partnerMonths.read(month, userId, [...keys]);
};

export const dueIn = (
  { user, ofKey }: PartnerMonth,
  payers: Parameters<typeof partnerDue>[0],
  licences: readonly Licence[],
  tierCredits: Record<Tier, number>,
): PartnerDue | null => partnerDue(payers, licences, { toUser: user.paid, forKey: (key) => ofKey.get(key)?.paid ?? 0 }, tierCredits);

export function grantOf(
  was: PartnerMonth,
  { licence: { licenceKey, tier }, amount }: PartnerDue,
  licences: readonly Licence[],
  actor: string,
  partnerMonths: PartnerMonths,
): GrantDue {
  const { month, userId, user } = was;
  const rest = user.payments > 0 ? ', the difference after an upgrade' : '';
  return {
    type: 'partner_monthly_topup',
    amount,
    claim: claims.partnerMonthly(month, userId, user.payments + 1),
    reason: `Monthly credits (${tierNames[tier]})${rest}`,
    actor,
    also: partnerMonths.parts(was, chainOf(licenceKey, licences), licenceKey, amount),
  };
}

export async function isMonthPaid(holding: Holding, tierCredits: Record<Tier, number>, partnerMonths: PartnerMonths): Promise<boolean> {
  const was = await readMonth(holding, partnerMonths);
  const { licences } = holding;
  return was.user.payments > 0 || dueIn(was, licences.filter(isGranting), licences, tierCredits) === null;
}
