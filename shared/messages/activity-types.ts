/** A type is never renamed, because entries remain for 400 days. */
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
  'key_created',
  'key_rotated',
  'key_revoked',
  'webhook_endpoint_created',
  'webhook_endpoint_changed',
  'webhook_endpoint_deleted',
  'webhook_secret_rotated',
  'events_export_requested',
  'account_export_requested',
  'erasure_requested',
  'channel_rules_changed',
  'channel_rules_applied',
  'traffic_rules_changed',
  'traffic_rules_applied',
  'member_invited',
  'invitation_withdrawn',
  'member_joined',
  'member_removed',
  'member_left',
  'spend_imported',
  'spend_import_undone',
  'spend_aliases_changed',
  'exchange_rates_changed',
  'events_adjusted',
  'adjustment_withdrawn',
  'reconciliation_created',
  'reconciliation_repaired',
  'reconciliation_rules_changed',
] as const;
export type ActivityType = (typeof activityTypes)[number];

/** `anonymous` has no verified identity, as in a failed sign-in. `system` has no request, as in a job. */
export const activityActorKinds = ['user', 'key', 'operator', 'system', 'anonymous'] as const;
export type ActivityActor = { kind: (typeof activityActorKinds)[number]; id: string | null };

export const activityDays = 400;
