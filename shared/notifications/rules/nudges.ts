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

type MailRefusal = Exclude<NudgeRefusal, 'paid' | 'sent_today'>;

/** `mailRefusalOf` may count the mail, so it comes last. The claim of the day decides `sent_today`. */
export async function nudgeRefusal<U extends Pick<User, 'paidStatus'>>(
  user: U | null | undefined,
  mailRefusalOf: (user: U) => Promise<MailRefusal | null>,
): Promise<NudgeRefusal | null> {
  if (!user) return 'inactive';
  return user.paidStatus === 'active' ? 'paid' : await mailRefusalOf(user);
}

/** The user's time zone is UTC by default. */
export const ownDay = ({ timezone }: Pick<User, 'timezone'>, instant: number) =>
  dayIn(normalizedTimeZone(timezone ?? '') ?? 'UTC', instant);
