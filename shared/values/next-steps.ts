export type NextStep = {
  operation: string;
  title: string;
  /** A path of the console at this API's address; `null` without a page. */
  page: string | null;
  /** Another service has the page, such as the billing portal. */
  url?: string;
};

const account = (page: string) => `/console/account/${page}`;
const step = (operation: string, title: string, page: string | null = null): NextStep => ({
  operation,
  title,
  page,
});

/** Errors that the caller alone cannot resolve have no step. */
export const nextSteps: Readonly<Record<string, NextStep>> = {
  insufficient_credits: step('listCredits', 'See your credits', account('credits')),
  verification_required: step('sendVerification', 'Verify your e-mail address', account('profile')),
  company_website_missing: step('changeProfile', 'Add your company website', account('profile')),
  ads_page_not_set: step('discoverOwnPage', 'Find your ads page', '/console/competitors'),
  ads_page_not_found: step('setOwnPage', 'Set your ads page', '/console/competitors'),
  account_deletion_pending: step('restoreAccount', 'Restore your account', '/console/sign-in'),
  account_not_found: step('signUpWithIdp', 'Sign up', '/console/sign-in'),
  no_password: step('forgotPassword', 'Set a password', '/console/sign-in'),
  mfa_required: step('loginMfa', 'Enter the code of your authenticator app', '/console/sign-in'),
  mfa_enrollment_required: step('enrollDevUserMfa', 'Set up your second factor'),
  mfa_not_enabled: step('enrollMfa', 'Set up your second factor', account('security')),
  too_many_keys: step('revokeKey', 'Revoke a key', '/console/keys'),
  too_many_webhook_endpoints: step('deleteWebhookEndpoint', 'Delete a webhook endpoint', '/console/webhooks'),
  webhook_endpoint_disabled: step(
    'changeWebhookEndpoint',
    'Enable the webhook endpoint',
    '/console/webhooks',
  ),
  billing_subscription_live: step('pauseBillingSubscription', 'Pause the subscription'),
};
