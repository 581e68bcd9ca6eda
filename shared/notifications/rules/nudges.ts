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

/**
 * Returns why a nudge is not sent, before the rules of every e-mail apply (`mail/can-send-mail.ts`). Nudges
 * are for users who do not pay.
 */
export function nudgeRefusal(user: Pick<User, 'paidStatus'> | null | undefined): NudgeRefusal | null {
  if (!user) return 'inactive';
  return user.paidStatus === 'active' ? 'paid' : null;
}

/** Returns a user's day at an instant, such as `2026-11-21`, in UTC without a time zone in the profile. */
export const ownDay = ({ timezone }: Pick<User, 'timezone'>, instant: number) =>
  dayIn(normalizedTimeZone(timezone ?? '') ?? 'UTC', instant);
