/**
 * Each capability adds its types in its `activity.ts`, so this file imports none of them. Entries of the log remain for
 * 400 days, so a type is never renamed.
 */
// biome-ignore lint/suspicious/noEmptyInterface: capabilities extend it.
export interface ActivityTypes {}
export type ActivityType = keyof ActivityTypes;

/** The actor `system` has no request, and `anonymous` no verified identity. */
export const activityActorKinds = ['user', 'key', 'operator', 'system', 'anonymous'] as const;
export type ActivityActor = { kind: (typeof activityActorKinds)[number]; id: string | null };

export const activityDays = 400;
