import type { Context } from '#shared/aws/context.ts';
import { creditsIn } from './store/credits.ts';
import { partnerMonthsIn } from './store/partner-months.ts';
import { renewalsIn } from './store/renewals.ts';

export const credits = ({ accounts, env, now }: Context) => creditsIn(accounts(), { now, lowAt: env.LOW_CREDITS_THRESHOLD });
export const creditCosts = ({ env }: Context) => env.CREDIT_COSTS;
export const billingPortalUrl = ({ env }: Context) => env.BILLING_PORTAL_URL;
export const partnerMonths = ({ accounts }: Context) => partnerMonthsIn(accounts());
export const renewals = ({ accounts, now }: Context) => renewalsIn(accounts(), { now });
export const monthlyCredits = ({ env }: Context) => ({
  timeZone: env.CREDITS_TIME_ZONE,
  tierCredits: env.PARTNER_TIER_CREDITS,
  isPaidAtActivation: env.PARTNER_GRANT_AT_ACTIVATION,
});
export const grants = ({ env }: Context) => ({
  timeZone: env.CREDITS_TIME_ZONE,
  tierCredits: env.PARTNER_TIER_CREDITS,
  inlineSeconds: env.GRANTS_INLINE_SECONDS,
});
