import { accountErrors } from '../../errors.ts';
import { isInvalidatedEmail } from '../../rules/reserved-email.ts';
import type { User } from '../../rules/users.ts';

export const canRestore = ({ deletion, email }: Pick<User, 'deletion' | 'email'>, now: number): boolean =>
  Boolean(deletion) && Date.parse(deletion?.eraseAt ?? '') > now && !isInvalidatedEmail(email);

export function whyInactive(user: Pick<User, 'deletion' | 'email'>, now: number) {
  if (!user.deletion || isInvalidatedEmail(user.email)) return accountErrors.account_inactive;
  return canRestore(user, now) ? accountErrors.account_deletion_pending : accountErrors.restore_expired;
}
