import type { createContext } from '#shared/aws/context.ts';
import { partnerMonthsIn } from '#shared/credits/store/partner-months.ts';

/**
 * Dependencies for the month's payment at an activation, in addition to users, credits and licences. Costs no
 * call.
 */
export const activationDepsOf = ({
  env,
  accounts,
}: Pick<ReturnType<typeof createContext>, 'env' | 'accounts'>) => ({
  partnerMonths: partnerMonthsIn(accounts()),
  monthlyCredits: {
    timeZone: env.CREDITS_TIME_ZONE,
    tierCredits: env.PARTNER_TIER_CREDITS,
    isPaidAtActivation: env.PARTNER_GRANT_AT_ACTIVATION,
  },
});
