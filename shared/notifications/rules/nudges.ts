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

/** A user's own day at an instant: `2026-11-21`. Without a time zone in the profile it is that of UTC. */
export const ownDay = ({ timezone }: Pick<User, 'timezone'>, instant: number) =>
  dayIn(normalizedTimeZone(timezone ?? '') ?? 'UTC', instant);
