import { declaredErrors } from '#shared/values/declared-errors.ts';

export const accountErrors = /* @__PURE__ */ declaredErrors({
  invalid_credentials: [401, 'E-mail or password is wrong.'],
  mfa_required: [
    401,
    'This account has a second factor. Send mfa_token with a code of the authenticator app to login/mfa.',
    { operation: 'loginMfa', title: 'Enter the code of your authenticator app', page: '/console/sign-in' },
  ],
  invalid_mfa_token: [401, 'The mfa_token is wrong or has expired. Sign in again.'],
  wrong_mfa_code: [
    400,
    'The code of the second factor is wrong or was already used. Wait for the next code, or use a recovery code.',
  ],
  mfa_enabled: [409, 'The second factor is already enabled. Disable it first.'],
  mfa_not_enabled: [
    409,
    'This account has no second factor. Enroll one first.',
    { operation: 'enrollMfa', title: 'Set up your second factor', page: '/console/account/security' },
  ],
  wrong_password: [403, 'The password of your account is wrong.'],
  no_password: [
    409,
    'This account has no password. Set one with a password reset, then retry the request.',
    { operation: 'forgotPassword', title: 'Set a password', page: '/console/sign-in' },
  ],
  invalid_id_token: [401, 'The id token of the identity provider is invalid. Sign in there again.'],
  id_token_used: [401, 'This id token was already used. Sign in at the identity provider again.'],
  email_not_verified: [403, 'The identity provider has not verified an e-mail address of this person.'],
  account_inactive: [403, 'This account is not active.'],
  account_deletion_pending: [
    403,
    'This account was deleted and will be erased. Restore it with `POST /api/v1/auth/restore-account`.',
    { operation: 'restoreAccount', title: 'Restore your account', page: '/console/sign-in' },
  ],
  restore_expired: [403, 'This account was deleted, and the time to restore it is over. It is being erased.'],
  recent_sign_in_required: [
    403,
    'This request requires a recent sign-in. Sign in again, then retry the same request.',
  ],
  account_not_found: [
    404,
    'This person has no account yet. Sign up first.',
    { operation: 'signUpWithIdp', title: 'Sign up', page: '/console/sign-in' },
  ],
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
    { operation: 'sendVerification', title: 'Verify your e-mail address', page: '/console/account/profile' },
  ],
  not_for_clients: [
    403,
    'This operation acts on your own account only. It does not take client_user_id or x-assume-user-id.',
  ],
});
