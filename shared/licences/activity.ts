export const activityTypes = [
  'licence_activated',
  'member_invited',
  'invitation_withdrawn',
  'member_joined',
  'member_removed',
  'member_left',
] as const;

declare module '#shared/messages/activity-types.ts' {
  interface ActivityTypes extends Record<(typeof activityTypes)[number], true> {}
}
