import { mailboxOf } from '#shared/accounts/rules/email.ts';
import { hasMailbox } from '#shared/accounts/rules/phone-accounts.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { RateLimit, RateLimits } from '#shared/limits/rate-limits.ts';
import type { MailPreferences } from '#shared/mail/store/mail-preferences.ts';
import type { Suppressions } from '#shared/mail/store/suppressions.ts';
import type { MailRule } from '#shared/messages/mail-templates.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';

export type CanSendMailDeps = {
  suppressions: Pick<Suppressions, 'has'>;
  mailPreferences: Pick<MailPreferences, 'isSubscribed'>;
  limits: Pick<RateLimits, 'take' | 'isUsedUp'>;
};
type Rule = Pick<MailRule, 'kind' | 'toUnverified'>;
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

/**
 * A user may enter another person's address, so unverified addresses have this limit. It covers all accounts of an
 * address and all mails except codes.
 */
const unverifiedMail: RateLimit = {
  name: 'unverified_mail',
  limit: 5,
  windowSeconds: daysInSeconds(1),
};
const mailboxId = (email: string) => sha256(mailboxOf(email));

export async function mailRefusalNow(rule: Rule, user: Receiver, deps: CanSendMailDeps): Promise<MailRefusal | null> {
  const refusal = await lastingRefusal(rule, user, deps);
  if (refusal || !isLimited(rule, user)) return refusal;
  return (await deps.limits.isUsedUp(unverifiedMail, mailboxId(user.email), '')) ? 'unverified_mail' : null;
}

/** `use` identifies the e-mail, so that a retry counts once. */
export async function takeMail(rule: Rule, user: Receiver, use: string, deps: CanSendMailDeps): Promise<MailRefusal | null> {
  const refusal = await lastingRefusal(rule, user, deps);
  if (refusal || !isLimited(rule, user)) return refusal;
  return (await takeUnverified(user.email, use, deps)) ? null : 'unverified_mail';
}

export async function takeUnverified(email: string, use: string, { limits }: Pick<CanSendMailDeps, 'limits'>): Promise<boolean> {
  return (await limits.take(unverifiedMail, mailboxId(email), use)).isAllowed;
}

const isLimited = ({ toUnverified }: Rule, { emailVerified }: Receiver) => !emailVerified && toUnverified === 'limited';

async function lastingRefusal(rule: Rule, user: Receiver, { suppressions, mailPreferences }: CanSendMailDeps): Promise<MailRefusal | null> {
  if (!user.isActive) return 'inactive';
  if (!user.emailVerified && rule.toUnverified === 'waits') return 'not_verified';
  if (!hasMailbox(user)) return 'no_mailbox';
  if (await suppressions.has(user.email)) return 'suppressed';
  return rule.kind === 'transactional' || (await mailPreferences.isSubscribed(user.id)) ? null : 'unsubscribed';
}
