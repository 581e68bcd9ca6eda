import { hasMailbox } from '#shared/accounts/rules/phone-accounts.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { textDigestOf } from '#shared/accounts/rules/waitlist.ts';
import type { EffectOf } from '#shared/messages/effects.ts';

const welcomeMail = ({ id }: Pick<User, 'id'>): EffectOf<'mail'> => ({
  kind: 'mail',
  id: `welcome#${id}`,
  to_user: id,
  template: 'welcome',
  data: {},
});

/**
 * Starts the discovery of an account's competitors, once per account. `companyWebsite` is its first website.
 */
export const liteDiscovery = (userId: number, companyWebsite: string): EffectOf<'lite_discovery'> => ({
  kind: 'lite_discovery',
  id: `lite_discovery#${userId}`,
  user_id: userId,
  company_website: companyWebsite,
});

/**
 * Requests the moderation of a company description. The effect belongs to the write that sets the
 * description.
 */
export const descriptionCheck = (userId: number, description: string): EffectOf<'description_check'> => ({
  kind: 'description_check',
  id: `description_check#${userId}#${textDigestOf(description).slice(0, 32)}`,
  user_id: userId,
});

/** The welcome of an account with a verified address. It is sent once, and only to a real mailbox. */
export const welcomeOnceVerified = (user: Pick<User, 'id' | 'email' | 'phone'>) =>
  hasMailbox(user) ? [welcomeMail(user)] : [];

/** Identifies the code of a new account's first mail. */
export const registrationCodeId = (userId: number) => `registration_code#${userId}`;

const registrationCode = ({ id }: Pick<User, 'id'>): EffectOf<'registration_code'> => ({
  kind: 'registration_code',
  id: registrationCodeId(id),
  user_id: id,
});

/**
 * The effects of a new account. An account with an unverified address receives a code, and the welcome after
 * its verification.
 */
export const registrationEffects = (user: User) => [
  ...(user.emailVerified ? welcomeOnceVerified(user) : [registrationCode(user)]),
  ...(user.companyShortDesc ? [descriptionCheck(user.id, user.companyShortDesc)] : []),
  ...(user.companyWebsite ? [liteDiscovery(user.id, user.companyWebsite)] : []),
];
