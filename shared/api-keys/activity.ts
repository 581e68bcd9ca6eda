export const activityTypes = ['key_created', 'key_rotated', 'key_revoked', 'pixel_settings_changed'] as const;

declare module '#shared/messages/activity-types.ts' {
  interface ActivityTypes extends Record<(typeof activityTypes)[number], true> {}
}
