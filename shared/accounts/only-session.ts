import { sessionsOf, storedSessions } from '#shared/accounts/rules/user-sessions.ts';
import { sessionsEnded, type User } from '#shared/accounts/rules/users.ts';
import type { ChangeOptions, UserChanges } from '#shared/accounts/store/users.ts';

/**
 * The change that ends all other sessions, and all tokens without a session. It requires that the session
 * exists and no other request ended the sessions since `user` was read.
 */
export function onlySession(
  user: User,
  sessionId: string | undefined,
  now: number,
): { changes: UserChanges } & Required<Pick<ChangeOptions, 'ended' | 'condition' | 'names' | 'values'>> {
  const ended = sessionsEnded(user, now);
  const kept = sessionsOf(user).find(([id]) => id === sessionId);
  const keptChange = kept && { [kept[0]]: { ...kept[1], validAfter: ended.tokensValidAfter } };
  return {
    changes: { ...ended, ...keptChange },
    ended: storedSessions(user).filter((id) => id !== kept?.[0]),
    condition: `#isActive = :active AND #tokensValidAfter = :valid_was${kept ? ' AND attribute_exists(#kept)' : ''}`,
    names: { '#isActive': 'isActive', ...(kept && { '#kept': kept[0] }) },
    values: { ':active': true, ':valid_was': user.tokensValidAfter },
  };
}
