import { normalizedTimeZone } from '#shared/accounts/rules/time-zone.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';

/** Why a nudge that was due was not sent. */
export type NudgeRefusal =
  | 'inactive'
  | 'paid'
  | 'not_verified'
  | 'no_mailbox'
  | 'suppressed'
  | 'unsubscribed'
  | 'unverified_mail'
  | 'sent_today';

/** Why a nudge is not sent, before the rules of every e-mail apply (`mail/can-send-mail.ts`): it is for users who do not pay. */
export function nudgeRefusal(user: Pick<User, 'paidStatus'> | null | undefined): NudgeRefusal | null {
  if (!user) return 'inactive';
  return user.paidStatus === 'active' ? 'paid' : null;
}

/** A user's own day at an instant: `2026-11-21`. Without a time zone in the profile it is that of UTC. */
export const ownDay = ({ timezone }: Pick<User, 'timezone'>, instant: number) =>
  dayIn(normalizedTimeZone(timezone ?? '') ?? 'UTC', instant);
