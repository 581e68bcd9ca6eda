import type { User } from '#shared/accounts/rules/users.ts';
import type { EffectOf } from '#shared/messages/effects.ts';

/** Revokes the keys that sessions issued which end with this change (`sessionsEnded`). Goes into the same write. */
export const keyRevocation = (
  userId: number,
  { tokensValidAfter }: Pick<User, 'tokensValidAfter'>,
): EffectOf<'revoke_keys'> => ({
  kind: 'revoke_keys',
  id: `revoke_keys#${userId}#${tokensValidAfter}`,
  user_id: userId,
  session_epoch: tokensValidAfter,
});
