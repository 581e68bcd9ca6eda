import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { ActivityActor, ActivityType } from '#shared/messages/activity-types.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type Origin = {
  requestId: string;
  actor(): ActivityActor | null;
  network(): Promise<string | null>;
  now(): number;
};

const current = new AsyncLocalStorage<Origin>();

export const withOrigin = <T>(origin: Origin, work: () => Promise<T>): Promise<T> => current.run(origin, work);

/** Details never contain a secret, an e-mail or a network address. */
export type ActivityDetails = EffectOf<'activity'>['details'];

export async function activity(
  type: ActivityType,
  accountId: AccountId,
  details: ActivityDetails = {},
  by?: ActivityActor,
): Promise<EffectOf<'activity'>> {
  const origin = current.getStore();
  const holder: ActivityActor = { kind: 'user', id: String(accountId) };
  const actor = by ?? (origin ? (origin.actor() ?? holder) : { kind: 'system' as const, id: null });
  return {
    kind: 'activity',
    id: `activity#${randomUUID()}`,
    user_id: accountId,
    type,
    at: new Date(origin?.now() ?? Date.now()).toISOString(),
    actor,
    // Account holders do not see an operator's network.
    network: (actor.kind === 'operator' ? null : await origin?.network()) ?? null,
    request_id: origin?.requestId ?? null,
    details,
  };
}

/** The reserved use of the sign-in limit identifies a failed sign-in, so it is recorded once. */
export function failedSignIn(accountId: AccountId, limit: string, network: string, use: string): EffectOf<'activity'> {
  const origin = current.getStore();
  return {
    kind: 'activity',
    id: `sign_in_failed#${accountId}#${use}`,
    user_id: accountId,
    type: 'sign_in_failed',
    at: new Date(origin?.now() ?? Date.now()).toISOString(),
    actor: origin?.actor() ?? { kind: 'anonymous', id: null },
    network,
    request_id: origin?.requestId ?? null,
    details: { limit },
  };
}
