import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { ActivityActor, ActivityType } from '#shared/messages/activity-types.ts';
import type { EffectOf } from '#shared/messages/effects.ts';

/** Where an act comes from. Each part is looked up when an act asks for it, so that other requests do no work. */
export type Origin = {
  requestId: string;
  /** `null`: the request is nobody's yet. */
  actor(): ActivityActor | null;
  /** The keyed hash of the caller's network. */
  network(): Promise<string | null>;
  now(): number;
};

const current = new AsyncLocalStorage<Origin>();

/** Does the work of a request, whose acts are noted as of this origin. */
export const withOrigin = <T>(origin: Origin, work: () => Promise<T>): Promise<T> =>
  current.run(origin, work);

/** Never a secret, an e-mail or a network address: ids, names of fields and the like. */
export type ActivityDetails = EffectOf<'activity'>['details'];

/**
 * The entry of the request's act for an account's activity log, as an effect of the act's own write: both are stored, or
 * neither. An act of a request without an actor is the account holder's, who has proven it.
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
    // Where support works from is not the account holder's business.
    network: (actor.kind === 'operator' ? null : await origin?.network()) ?? null,
    request_id: origin?.requestId ?? null,
    details,
  };
}

/** A failed sign-in, by the name of its use of the limit: it is counted once. Without a session nobody is known. */
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
