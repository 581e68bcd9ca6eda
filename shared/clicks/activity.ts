export const activityTypes = ['channel_rules_changed', 'traffic_rules_changed'] as const;

declare module '#shared/messages/activity-types.ts' {
  interface ActivityTypes extends Record<(typeof activityTypes)[number], true> {}
}
