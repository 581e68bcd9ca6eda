export const activityTypes = [
  'spend_imported',
  'spend_import_undone',
  'spend_aliases_changed',
  'exchange_rates_changed',
  'upload_created',
] as const;

declare module '#shared/messages/activity-types.ts' {
  interface ActivityTypes extends Record<(typeof activityTypes)[number], true> {}
}
