import { dailyCredits } from './daily-credits.ts';
import type { GrantJob, GrantJobName } from './grant-job.ts';
import { partnerTopup } from './partner-topup.ts';
import { subscriptionRenewals } from './renewals.ts';
import { signupCredits } from './signup-credits.ts';

// biome-ignore lint/suspicious/noExplicitAny: the one place where jobs over different subjects are in one list
const grantJobs: Record<GrantJobName, GrantJob<any>> = {
  grant_daily_credits: dailyCredits,
  grant_new_signup_credits: signupCredits,
  partner_monthly_topup: partnerTopup,
  subscription_renewals: subscriptionRenewals,
};

/** Throws for an unknown name. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function grantJobOf(name: string): GrantJob<any> {
  if (Object.hasOwn(grantJobs, name)) return grantJobs[name as GrantJobName];
  throw new Error(`There is no grant job ${name}.`);
}
