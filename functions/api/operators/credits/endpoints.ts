export { auditCredits } from './audit-credits.ts';
export { grantCredits } from './grant-credits.ts';
export { grantDailyCredits } from './grant-daily-credits.ts';
export { grantNewSignupCredits } from './grant-new-signup-credits.ts';
export { listAccountCredits } from './list-account-credits.ts';
export { reverseCredits } from './reverse-credits.ts';
export { runSubscriptionRenewals } from './run-subscription-renewals.ts';
