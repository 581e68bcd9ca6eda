import { mailboxOf } from '#shared/accounts/rules/email.ts';
import { hasMailbox } from '#shared/accounts/rules/phone-accounts.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { RateLimit, RateLimits } from '#shared/limits/rate-limits.ts';
import type { MailPreferences } from '#shared/mail/store/mail-preferences.ts';
import type { Suppressions } from '#shared/mail/store/suppressions.ts';
import { lifecycleTypes } from '#shared/messages/lifecycle-mails.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import { type MailName, mailRules, unverifiedMailsADay } from './rules/mail-rules.ts';

export type CanSendMailDeps = {
  suppressions: Pick<Suppressions, 'has'>;
  mailPreferences: Pick<MailPreferences, 'isSubscribed'>;
  limits: Pick<RateLimits, 'take' | 'isUsedUp'>;
};
type Receiver = Pick<User, 'id' | 'email' | 'emailVerified' | 'phone' | 'isActive'>;

export const mailRefusals = [
  'inactive',
  'not_verified',
  'no_mailbox',
  'suppressed',
  'unsubscribed',
  'unverified_mail',
] as const satisfies readonly string[];
export type MailRefusal = (typeof mailRefusals)[number];

/** A user may enter another person's address, so unverified addresses have this limit. */
const unverifiedMail: RateLimit = {
  name: 'unverified_mail',
  limit: unverifiedMailsADay,
  windowSeconds: daysInSeconds(1),
};
const mailboxId = (email: string) => sha256(mailboxOf(email));

export async function mailRefusalNow(name: MailName, user: Receiver, deps: CanSendMailDeps): Promise<MailRefusal | null> {
  const refusal = await lastingRefusal(name, user, deps);
  if (refusal || !isLimited(name, user)) return refusal;
  return (await deps.limits.isUsedUp(unverifiedMail, mailboxId(user.email), '')) ? 'unverified_mail' : null;
}

/** `use` identifies the e-mail, so that a retry counts once. */
export async function takeMail(name: MailName, user: Receiver, use: string, deps: CanSendMailDeps): Promise<MailRefusal | null> {
  const refusal = await lastingRefusal(name, user, deps);
  if (refusal || !isLimited(name, user)) return refusal;
  return (await takeUnverified(user.email, use, deps)) ? null : 'unverified_mail';
}

export async function takeUnverified(email: string, use: string, { limits }: Pick<CanSendMailDeps, 'limits'>): Promise<boolean> {
  return (await limits.take(unverifiedMail, mailboxId(email), use)).isAllowed;
}

const isLimited = (name: MailName, { emailVerified }: Receiver) => !emailVerified && mailRules[name].toUnverified === 'limited';

async function lastingRefusal(
  name: MailName,
  user: Receiver,
  { suppressions, mailPreferences }: CanSendMailDeps,
): Promise<MailRefusal | null> {
  if (!user.isActive) return 'inactive';
  if (!user.emailVerified && mailRules[name].toUnverified === 'waits') return 'not_verified';
  if (!hasMailbox(user)) return 'no_mailbox';
  if (await suppressions.has(user.email)) return 'suppressed';
  const canUnsubscribe = (lifecycleTypes as readonly MailName[]).includes(name);
  return !canUnsubscribe || (await mailPreferences.isSubscribed(user.id)) ? null : 'unsubscribed';
}
