import { fail } from '#shared/values/errors.ts';

export function assertNotWaitlisted({
  user,
  owner,
}: Record<'user' | 'owner', { onWaitlist: boolean }>): void {
  if (user.onWaitlist || owner.onWaitlist) throw fail('on_waitlist');
}
