export const activityTypes = [
  'reconciliation_created',
  'reconciliation_repaired',
  'reconciliation_repair_undone',
  'reconciliation_rules_changed',
  'month_closed',
  'month_reopened',
] as const;

declare module '#shared/messages/activity-types.ts' {
  interface ActivityTypes extends Record<(typeof activityTypes)[number], true> {}
}
