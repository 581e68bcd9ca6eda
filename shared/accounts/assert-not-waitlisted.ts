import { fail } from '#shared/values/errors.ts';

/** Throws `on_waitlist` if the caller, or the account of the call, is on the waitlist. */
export function assertNotWaitlisted({
  user,
  signedIn,
}: Record<'user' | 'signedIn', { onWaitlist: boolean }>): void {
  if (user.onWaitlist || signedIn.onWaitlist) throw fail('on_waitlist');
}
