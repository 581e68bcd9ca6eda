import { claims } from '#shared/credits/rules/credits.ts';
import { type Tier, tierNames } from '#shared/licences/rules/licences.ts';
import type { GrantDue, GrantRun } from './grant-job.ts';

/** The credits that a tier gives a month; none where the configuration says 0. */
export const monthlyGrants = (
  { tierCredits }: GrantRun,
  { userId, tier, month, actor }: { userId: number; tier: Tier; month: string; actor: string },
): GrantDue[] =>
  tierCredits[tier] === 0
    ? []
    : [
        {
          type: 'partner_monthly_topup',
          amount: tierCredits[tier],
          claim: claims.partnerMonthly(month, userId),
          reason: `Monthly credits (${tierNames[tier]})`,
          actor,
        },
      ];
