export const activityTypes = [
  'account_created',
  'sign_in',
  'sign_in_failed',
  'password_changed',
  'password_reset',
  'account_recovered',
  'identity_linked',
  'mfa_enabled',
  'mfa_disabled',
  'email_change_requested',
  'email_changed',
  'phone_changed',
  'deletion_requested',
  'account_restored',
  'account_invalidated',
  'account_reactivated',
  'profile_changed',
  'session_ended',
  'manager_linked',
  'manager_unlinked',
] as const;

declare module '#shared/messages/activity-types.ts' {
  interface ActivityTypes extends Record<(typeof activityTypes)[number], true> {}
}
