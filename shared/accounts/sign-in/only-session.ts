import { sessionsOf, storedSessions } from '#shared/accounts/rules/user-sessions.ts';
import { sessionsEnded, type User } from '#shared/accounts/rules/users.ts';
import type { ChangeOptions, UserChanges } from '#shared/accounts/store/users.ts';

export function onlySession(
  user: User,
  sessionId: string | undefined,
  now: number,
): { changes: UserChanges } & Required<Pick<ChangeOptions, 'ended' | 'condition' | 'names' | 'values'>> {
  const ended = sessionsEnded(user, now);
  const session = sessionsOf(user).find(([id]) => id === sessionId);
  const keptChange = session && { [session[0]]: { ...session[1], validAfter: ended.tokensValidAfter } };
  return {
    changes: { ...ended, ...keptChange },
    ended: storedSessions(user).filter((id) => id !== session?.[0]),
    condition: `#isActive = :active AND #tokensValidAfter = :valid_was${session ? ' AND attribute_exists(#kept)' : ''}`,
    names: { '#isActive': 'isActive', ...(session && { '#kept': session[0] }) },
    values: { ':active': true, ':valid_was': user.tokensValidAfter },
  };
}
