import { ipNetworkIdOf } from '#shared/accounts/ip-network-id.ts';
import type { Origin } from '#shared/activity/activity.ts';
import type { ActivityActor } from '#shared/messages/activity-types.ts';
import type { Actors, Auth } from './actors.ts';
import type { AuthDeps } from './credentials.ts';

type Known = { actor: Actors[Auth]; sourceIp: string; requestId: string };

export const originOf = (
  { actor, sourceIp, requestId }: Known,
  { secrets, now = Date.now }: Pick<AuthDeps, 'secrets' | 'now'>,
): Origin => ({
  requestId,
  actor: () => activityActorOf(actor),
  network: async () => (secrets ? await ipNetworkIdOf(secrets)(sourceIp) : null),
  now,
});

function activityActorOf(actor: Actors[Auth]): ActivityActor | null {
  if (!actor) return null;
  if ('by' in actor) return { kind: 'operator', id: actor.by.id };
  if ('devUserId' in actor) return { kind: 'operator', id: String(actor.devUserId) };
  if ('readKey' in actor) return { kind: 'key', id: actor.readKey.keyId };
  if ('secretKey' in actor) return { kind: 'key', id: actor.secretKey.keyId };
  if ('keyId' in actor) return { kind: 'key', id: actor.keyId };
  return { kind: 'user', id: String(actor.userId) };
}
