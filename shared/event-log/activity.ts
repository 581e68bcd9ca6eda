export const activityTypes = [
  'event_sent',
  'events_export_requested',
  'account_export_requested',
  'erasure_requested',
  'consent_changed',
] as const;

declare module '#shared/messages/activity-types.ts' {
  interface ActivityTypes extends Record<(typeof activityTypes)[number], true> {}
}
