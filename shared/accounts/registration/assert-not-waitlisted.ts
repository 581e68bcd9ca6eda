import { fail } from '#shared/values/errors.ts';

export function assertNotWaitlisted({
  user,
  signedIn,
}: Record<'user' | 'signedIn', { onWaitlist: boolean }>): void {
  if (user.onWaitlist || signedIn.onWaitlist) throw fail('on_waitlist');
}
