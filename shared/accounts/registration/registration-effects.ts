import { textDigestOf } from '#shared/accounts/registration/rules/waitlist.ts';
import { hasMailbox } from '#shared/accounts/rules/phone-accounts.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { ownAccountOf, type UserId } from '#shared/values/tenant.ts';

const welcomeMail = ({ id }: Pick<User, 'id'>): EffectOf<'mail'> => ({
  kind: 'mail',
  id: `welcome#${id}`,
  to_user: id,
  template: 'welcome',
  data: {},
});

export const liteDiscovery = (userId: UserId, companyWebsite: string): EffectOf<'lite_discovery'> => ({
  kind: 'lite_discovery',
  id: `lite_discovery#${userId}`,
  user_id: ownAccountOf(userId),
  company_website: companyWebsite,
});

export const descriptionCheck = (userId: UserId, description: string): EffectOf<'description_check'> => ({
  kind: 'description_check',
  id: `description_check#${userId}#${textDigestOf(description).slice(0, 32)}`,
  user_id: userId,
});

export const welcomeOnceVerified = (user: Pick<User, 'id' | 'email' | 'phone'>) => (hasMailbox(user) ? [welcomeMail(user)] : []);

export const registrationCodeId = (userId: UserId) => `registration_code#${userId}`;

const registrationCode = ({ id }: Pick<User, 'id'>): EffectOf<'registration_code'> => ({
  kind: 'registration_code',
  id: registrationCodeId(id),
  user_id: id,
});

export const registrationEffects = (user: User) => [
  ...(user.emailVerified ? welcomeOnceVerified(user) : [registrationCode(user)]),
  ...(user.companyShortDesc ? [descriptionCheck(user.id, user.companyShortDesc)] : []),
  ...(user.companyWebsite ? [liteDiscovery(user.id, user.companyWebsite)] : []),
];
