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

/** Has the competitors of an account found, once in its life: `companyWebsite` is the first it had. */
export const liteDiscovery = (userId: number, companyWebsite: string): EffectOf<'lite_discovery'> => ({
  kind: 'lite_discovery',
  id: `lite_discovery#${userId}`,
  user_id: userId,
  company_website: companyWebsite,
});

/** Has a company description moderated. It goes into the write that sets the description. */
export const descriptionCheck = (userId: number, description: string): EffectOf<'description_check'> => ({
  kind: 'description_check',
  id: `description_check#${userId}#${textDigestOf(description).slice(0, 32)}`,
  user_id: userId,
});

/** The welcome of an account whose address is verified, now or before; it is sent once, and where somebody reads it. */
export const welcomeOnceVerified = (user: Pick<User, 'id' | 'email' | 'phone'>) =>
  hasMailbox(user) ? [welcomeMail(user)] : [];

/** Names the code that an account is sent when it is made. */
export const registrationCodeId = (userId: number) => `registration_code#${userId}`;

const registrationCode = ({ id }: Pick<User, 'id'>): EffectOf<'registration_code'> => ({
  kind: 'registration_code',
  id: registrationCodeId(id),
  user_id: id,
});

/** What follows when an account is made. One whose address is not verified is sent a code, and welcomed once it is. */
export const registrationEffects = (user: User) => [
  ...(user.emailVerified ? welcomeOnceVerified(user) : [registrationCode(user)]),
  ...(user.companyShortDesc ? [descriptionCheck(user.id, user.companyShortDesc)] : []),
  ...(user.companyWebsite ? [liteDiscovery(user.id, user.companyWebsite)] : []),
];
