export const activityTypes = ['events_adjusted', 'adjustment_withdrawn'] as const;

declare module '#shared/messages/activity-types.ts' {
  interface ActivityTypes extends Record<(typeof activityTypes)[number], true> {}
}
