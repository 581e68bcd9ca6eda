import { hasSession, isSessionId } from '#shared/accounts/rules/user-sessions.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { Users } from '#shared/accounts/store/users.ts';
import { activity } from '#shared/activity/activity.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

export async function endSession(user: User, id: string, { users }: { users: Pick<Users, 'change'> }): Promise<boolean> {
  if (!isSessionId(id) || !hasSession(user, id)) return false;
  const effects = [await activity('session_ended', ownAccountOf(user.id), { sessions: 'one' })];
  const condition = `attribute_exists(#${id})`;
  const changed = await users.change(user.id, {}, { ended: [id], condition, effects });
  return changed !== null;
}
