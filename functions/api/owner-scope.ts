import type { Actors } from '#shared/http/actors.ts';
import type { ActivityActor } from '#shared/messages/activity-types.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { Environment } from './key-schema.ts';

export const environmentField = Environment.optional().meta({
  description: 'Live or test data; `live` by default. A secret key has its own environment.',
});

export function ownerScope(actor: Actors['viewOrKey'], query: { environment?: 'live' | 'test' | undefined }) {
  if (!('secretKey' in actor))
    return {
      accountId: actor.accountId,
      environment: query.environment ?? ('live' as const),
      pixelKey: null,
    };
  const { accountId, environment, pixelKey } = actor.secretKey;
  if (query.environment !== undefined && query.environment !== environment) throw fail(serviceErrors.forbidden);
  return { accountId, environment, pixelKey };
}

/** The activity log names the signed-in person, even if that person manages the account of another. */
export const actorOf = (actor: Actors['viewOrKey']): ActivityActor => {
  if ('secretKey' in actor) return { kind: 'key', id: actor.secretKey.keyId };
  if (actor.viewer.kind === 'operator') return { kind: 'operator', id: null };
  return { kind: 'user', id: String(actor.user.id) };
};
