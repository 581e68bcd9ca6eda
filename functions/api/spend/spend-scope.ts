import { Environment } from '#functions/api/key-schema.ts';
import type { Actors } from '#shared/http/actors.ts';
import type { ActivityActor } from '#shared/messages/activity-types.ts';
import { fail } from '#shared/values/errors.ts';

export const environmentField = Environment.optional().meta({
  description: 'Live or test data; `live` by default. A secret key has its own environment.',
});

/** Throws 403 for a key of another environment, or of a single pixel: spend covers the whole account. */
export function spendScope(actor: Actors['viewOrKey'], query: { environment?: 'live' | 'test' | undefined }) {
  if (!('secretKey' in actor))
    return { accountId: actor.userId, environment: query.environment ?? ('live' as const) };
  const { accountId, environment, pixelKey } = actor.secretKey;
  if (pixelKey !== null) throw fail('forbidden');
  if (query.environment !== undefined && query.environment !== environment) throw fail('forbidden');
  return { accountId, environment };
}

/** The activity log names the key, the operator, or the person, also if the person manages the account. */
export const actorOf = (actor: Actors['viewOrKey']): ActivityActor => {
  if ('secretKey' in actor) return { kind: 'key', id: actor.secretKey.keyId };
  if (actor.viewer.kind === 'operator') return { kind: 'operator', id: null };
  return { kind: 'user', id: String(actor.signedIn.id) };
};
