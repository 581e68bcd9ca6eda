import { fail } from '#shared/values/errors.ts';
import { accountErrors } from '../errors.ts';

export function assertNotWaitlisted({ user, owner }: Record<'user' | 'owner', { onWaitlist: boolean }>): void {
  if (user.onWaitlist || owner.onWaitlist) throw fail(accountErrors.on_waitlist);
}
