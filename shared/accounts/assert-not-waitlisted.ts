import { fail } from '#shared/values/errors.ts';

/** Throws `on_waitlist` when the caller or the account that the call is for is on the waitlist. */
export function assertNotWaitlisted({
  user,
  signedIn,
}: Record<'user' | 'signedIn', { onWaitlist: boolean }>): void {
  if (user.onWaitlist || signedIn.onWaitlist) throw fail('on_waitlist');
}
