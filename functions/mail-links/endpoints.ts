export { changeEmailPreferences } from './change-email-preferences.ts';
export { followLink } from './follow-link.ts';
export { readEmailPreferences } from './read-email-preferences.ts';
export { showReport } from './show-report.ts';
export { showSubscription } from './show-subscription.ts';
export { subscribeAgain } from './subscribe-again.ts';
export { unsubscribe } from './unsubscribe.ts';
