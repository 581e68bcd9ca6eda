import { dailyCredits } from './daily-credits.ts';
import type { GrantJob, GrantJobName } from './grant-job.ts';
import { partnerTopup } from './partner-topup.ts';
import { subscriptionRenewals } from './renewals.ts';
import { signupCredits } from './signup-credits.ts';

// biome-ignore lint/suspicious/noExplicitAny: this list has jobs over different subjects.
const grantJobs: Record<GrantJobName, GrantJob<any>> = {
  grant_daily_credits: dailyCredits,
  grant_new_signup_credits: signupCredits,
  partner_monthly_topup: partnerTopup,
  subscription_renewals: subscriptionRenewals,
};

// biome-ignore lint/suspicious/noExplicitAny: this list has jobs over different subjects.
export function grantJobOf(name: string): GrantJob<any> {
  if (Object.hasOwn(grantJobs, name)) return grantJobs[name as GrantJobName];
  throw new Error(`There is no grant job ${name}.`);
}
