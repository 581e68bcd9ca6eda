import { type NextStep, nextSteps } from './next-steps.ts';

export const errorCodes = {
  bad_request: [400, 'The request could not be read.'],
  bad_signature: [400, 'The signature is missing, wrong, or more than five minutes old.'],
  validation_failed: [422, 'The request is invalid.'],
  unauthenticated: [401, 'The credentials are missing or wrong.'],
  public_key_not_accepted: [
    401,
    'Public pixel keys (pk_…) are not accepted here. Use a secret key (sk_live_… or sk_test_…).',
  ],
  invalid_credentials: [401, 'E-mail or password is wrong.'],
  mfa_required: [
    401,
    'This account has a second factor. Send mfa_token with a code of the authenticator app to login/mfa.',
  ],
  invalid_mfa_token: [401, 'The mfa_token is wrong or has expired. Sign in again.'],
  wrong_mfa_code: [
    400,
    'The code of the second factor is wrong or was already used. Wait for the next code, or use a recovery code.',
  ],
  mfa_enabled: [409, 'The second factor is already enabled. Disable it first.'],
  mfa_not_enabled: [409, 'This account has no second factor. Enroll one first.'],
  mfa_enrollment_required: [
    403,
    'Operators need a second factor here. Enroll one with dev-auth/mfa/enroll, then sign in again.',
  ],
  wrong_password: [403, 'The password of your account is wrong.'],
  no_password: [409, 'This account has no password. Set one with a password reset, then retry the request.'],
  invalid_id_token: [401, 'The id token of the identity provider is invalid. Sign in there again.'],
  id_token_used: [401, 'This id token was already used. Sign in at the identity provider again.'],
  email_not_verified: [403, 'The identity provider has not verified an e-mail address of this person.'],
  account_inactive: [403, 'This account is not active.'],
  account_deletion_pending: [
    403,
    'This account was deleted and will be erased. Restore it with `POST /api/v1/auth/restore-account`.',
  ],
  restore_expired: [403, 'This account was deleted, and the time to restore it is over. It is being erased.'],
  recent_sign_in_required: [
    403,
    'This request requires a recent sign-in. Sign in again, then retry the same request.',
  ],
  account_not_found: [404, 'This person has no account yet. Sign up first.'],
  identity_mismatch: [
    403,
    'The account with this e-mail belongs to another person at the identity provider.',
  ],
  invalid_code: [400, 'The code is wrong or was already used. Request a new one if you are unsure.'],
  invalid_reset_token: [
    400,
    'The reset token is wrong, was already used, or has expired. Verify a code again.',
  ],
  code_expired: [400, 'The code has expired. Request a new one.'],
  too_many_attempts: [
    429,
    'Too many wrong codes. Retry after the time in Retry-After, or request a new code.',
  ],
  too_many_failures: [
    429,
    'Too many failed sign-ins with this e-mail. Retry after the time in Retry-After, or reset the password.',
  ],
  code_sent_recently: [429, 'A code was sent less than a minute ago. Retry after the time in Retry-After.'],
  email_taken: [409, 'An account with this e-mail already exists.'],
  message_not_sent: [502, 'The message could not be sent. Retry the request.'],
  domain_not_allowed: [403, "The sales deck is for addresses in the operator's own domain."],
  on_waitlist: [
    403,
    'This account is on the waitlist. A person reviews it before discoveries, plans, prompts and own ads are available.',
  ],
  verification_required: [
    403,
    'This request requires an account with a verified e-mail address, phone number or identity-provider sign-in.',
  ],
  forbidden: [403, 'The credentials do not permit this request.'],
  not_for_clients: [
    403,
    'This operation acts on your own account only. It does not take client_user_id or x-assume-user-id.',
  ],
  click_id_out_of_scope: [
    403,
    'The click id is outside the scope of this key. Use the key of the same pixel and environment.',
  ],
  origin_not_allowed: [403, "This page's origin is not among the allowed_origins of the pixel key."],
  not_found: [404, 'Not found.'],
  superseded: [
    409,
    'A later import touched a day of this one. Undo the later import first, or import the days again.',
  ],
  import_running: [409, 'An import of this account is running. Retry the same request in a few seconds.'],
  undo_expired: [
    409,
    'An import can be undone for 90 days. Import the days again with their former figures.',
  ],
  import_failed: [409, 'This import failed and changed nothing.'],
  still_running: [
    409,
    'This reconciliation, or a repair of the account, is running. Poll its status_url and retry once it is done.',
  ],
  reconciliation_failed: [409, 'This reconciliation failed and has no rows. Its `problems` say why.'],
  preview_stale: [
    409,
    'This preview expired, or a later repair changed the events. Create a new preview and check it.',
  ],
  already_repaired: [
    409,
    'This repair was made already. Undo it first, or create another reconciliation of the orders.',
  ],
  not_repaired: [409, 'This repair was not made, so there is nothing to undo.'],
  not_rotatable: [409, 'This key cannot be rotated.'],
  rotated_meanwhile: [
    409,
    'Another request rotated this key at the same moment; this one changed nothing. Rotate again if the other was not yours.',
  ],
  competitor_not_found: [404, 'None of your competitors has this name or domain.'],
  ads_page_not_found: [
    404,
    'No page was found in the ad library. Open your page there, copy its address and send it to my-ads/setup.',
  ],
  ads_page_not_set: [
    404,
    'Your page in the ad library is not set. Use my-ads/auto-discover or my-ads/setup.',
  ],
  method_not_allowed: [405, 'This path does not support this method.'],
  payload_too_large: [413, 'The body is too large.'],
  unsupported_encoding: [
    415,
    'This Content-Encoding is not supported. Send the body as it is, or with Content-Encoding: gzip.',
  ],
  properties_too_large: [413, 'properties is larger than 32,768 bytes as compact JSON.'],
  not_replayable: [409, 'Only a rejected event whose content is still stored can be replayed.'],
  billing_subscription_live: [
    409,
    'The account has a live billing subscription. Cancel or pause it first, then retry the same request.',
  ],
  company_website_missing: [409, 'The profile has no company website. Add one, then retry the same request.'],
  discovery_failed: [502, 'The discovery failed. Start it again.'],
  insufficient_credits: [402, 'The balance does not cover this operation.'],
  idempotency_key_reused: [
    409,
    'This Idempotency-Key was already used with a different request. Use a new key.',
  ],
  key_superseded: [
    409,
    'The first request with this Idempotency-Key succeeded, but its secret is no longer current. Send a new request with a new Idempotency-Key.',
  ],
  too_many_keys: [
    409,
    'This account has reached the limit of 100 active keys. Revoke one, then retry the same request.',
  ],
  too_many_webhook_endpoints: [
    409,
    'This account has reached the limit of 10 webhook endpoints. Delete one, then retry the same request.',
  ],
  webhook_endpoint_disabled: [
    409,
    'This webhook endpoint is disabled. Enable it, then retry the same request.',
  ],
  still_working: [
    409,
    'The first request with this Idempotency-Key is still in progress. Retry the same request after the time in Retry-After.',
  ],
  last_operator: [
    409,
    'This is the last active operator that can change data. Add another one with the role `write` first.',
  ],
  no_billing_subscription: [409, 'This user has no subscription at the payment processor to pause.'],
  not_reversible: [
    409,
    'Reversals, and grants whose credits have been used, cannot be reversed. Make an adjustment instead.',
  ],
  licence_taken: [409, 'This licence belongs to another account.'],
  user_inactive: [409, 'This user is not active. Reactivate the account, or name another one.'],
  licence_not_active: [409, 'This licence is not active.'],
  team_full: [409, 'Every seat of this licence is taken.'],
  too_many_requests: [429, 'Too many requests. Retry after the time in Retry-After.'],
  internal: [500, 'Something went wrong on our side. It has been recorded.'],
  gateway_timeout: [504, 'The response took too long. Retry the same request.'],
  budget_exhausted: [
    503,
    'The analysis budget for this hour is used up. Retry the same request after the time in Retry-After.',
  ],
  vendor_unavailable: [
    503,
    'A vendor that this request needs did not respond. Retry the same request after the time in Retry-After.',
  ],
  not_configured: [503, 'This webhook is not configured. Retry later.'],
  unavailable: [503, 'The service is temporarily unavailable. Retry the same request.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>;

export type ErrorCode = keyof typeof errorCodes;

export type Problem = { type: string; loc: (string | number)[]; msg: string };

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly problems: readonly Problem[] | undefined;
  readonly headers: Record<string, string>;
  readonly more: Readonly<Record<string, string | number>>;
  readonly next: NextStep | undefined;
  constructor(
    code: ErrorCode,
    options: ErrorOptions & {
      problems?: readonly Problem[];
      headers?: Record<string, string>;
      detail?: string;
      more?: Record<string, string | number>;
      next?: NextStep;
    } = {},
  ) {
    super(options.detail ?? errorCodes[code][1], options);
    this.name = 'ApiError';
    this.code = code;
    this.status = errorCodes[code][0];
    this.problems = options.problems;
    this.headers = options.headers ?? {};
    this.more = options.more ?? {};
    this.next = options.next ?? nextSteps[code];
  }
}

export const fail = (code: ErrorCode, options?: ConstructorParameters<typeof ApiError>[1]) =>
  new ApiError(code, options);

export const invalid = (...problems: Problem[]) => fail('validation_failed', { problems });
