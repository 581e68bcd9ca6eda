export const activityTypes = ['destination_changed', 'destination_deleted'] as const;

declare module '#shared/messages/activity-types.ts' {
  interface ActivityTypes extends Record<(typeof activityTypes)[number], true> {}
}
