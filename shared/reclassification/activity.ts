export const activityTypes = ['channel_rules_applied', 'traffic_rules_applied'] as const;

declare module '#shared/messages/activity-types.ts' {
  interface ActivityTypes extends Record<(typeof activityTypes)[number], true> {}
}
