import { hasSession, isSessionId } from '#shared/accounts/rules/user-sessions.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { Users } from '#shared/accounts/store/users.ts';

export async function endSession(
  user: User,
  id: string,
  { users }: { users: Pick<Users, 'change'> },
): Promise<boolean> {
  if (!isSessionId(id) || !hasSession(user, id)) return false;
  const changed = await users.change(user.id, {}, { ended: [id], condition: `attribute_exists(#${id})` });
  return changed !== null;
}
