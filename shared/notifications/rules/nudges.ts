import { normalizedTimeZone } from '#shared/accounts/rules/time-zone.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';

export type NudgeRefusal =
  | 'inactive'
  | 'paid'
  | 'not_verified'
  | 'no_mailbox'
  | 'suppressed'
  | 'unsubscribed'
  | 'unverified_mail'
  | 'sent_today';

export function nudgeRefusal(user: Pick<User, 'paidStatus'> | null | undefined): NudgeRefusal | null {
  if (!user) return 'inactive';
  return user.paidStatus === 'active' ? 'paid' : null;
}

/** The user's time zone is UTC by default. */
export const ownDay = ({ timezone }: Pick<User, 'timezone'>, instant: number) =>
  dayIn(normalizedTimeZone(timezone ?? '') ?? 'UTC', instant);
