import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { ActivityActor, ActivityType } from '#shared/messages/activity-types.ts';
import type { EffectOf } from '#shared/messages/effects.ts';

/** The origin of an action. Each part is looked up only when an action needs it. */
export type Origin = {
  requestId: string;
  /** `null` before the caller is identified. */
  actor(): ActivityActor | null;
  /** Returns the keyed hash of the caller's network. */
  network(): Promise<string | null>;
  now(): number;
};

const current = new AsyncLocalStorage<Origin>();

/** Runs a request, whose actions are recorded with this origin. */
export const withOrigin = <T>(origin: Origin, work: () => Promise<T>): Promise<T> =>
  current.run(origin, work);

/** Details contain IDs, names of fields and the like, and never a secret, an e-mail or a network address. */
export type ActivityDetails = EffectOf<'activity'>['details'];

/**
 * Returns the action's entry for an account's activity log, as an effect of the action's own write, so that
 * both are stored or neither. Without an actor, the verified account holder is the actor.
 */
export async function activity(
  type: ActivityType,
  userId: number,
  details: ActivityDetails = {},
  by?: ActivityActor,
): Promise<EffectOf<'activity'>> {
  const origin = current.getStore();
  const holder: ActivityActor = { kind: 'user', id: String(userId) };
  const actor = by ?? (origin ? (origin.actor() ?? holder) : { kind: 'system' as const, id: null });
  return {
    kind: 'activity',
    id: `activity#${randomUUID()}`,
    user_id: userId,
    type,
    at: new Date(origin?.now() ?? Date.now()).toISOString(),
    actor,
    // Account holders do not see the network of an operator.
    network: (actor.kind === 'operator' ? null : await origin?.network()) ?? null,
    request_id: origin?.requestId ?? null,
    details,
  };
}

/**
 * A failed sign-in, identified by its use of the limit, so that it counts once. Without a session the actor
 * is anonymous.
 */
export function failedSignIn(
  userId: number,
  limit: string,
  network: string,
  use: string,
): EffectOf<'activity'> {
  const origin = current.getStore();
  return {
    kind: 'activity',
    id: `sign_in_failed#${userId}#${use}`,
    user_id: userId,
    type: 'sign_in_failed',
    at: new Date(origin?.now() ?? Date.now()).toISOString(),
    actor: origin?.actor() ?? { kind: 'anonymous', id: null },
    network,
    request_id: origin?.requestId ?? null,
    details: { limit },
  };
}
