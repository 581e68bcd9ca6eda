import type { EffectOf } from '#shared/domain/effects.ts';
import type { User } from '#shared/domain/users.ts';

export const welcomeMail = ({ id }: Pick<User, 'id'>): EffectOf<'mail'> => ({
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

/** What follows when an account is made. An account made with a phone has no mailbox to be welcomed in. */
export const registrationEffects = ({ id, phone, companyWebsite }: User) => [
  ...(phone === null ? [welcomeMail({ id })] : []),
  ...(companyWebsite ? [liteDiscovery(id, companyWebsite)] : []),
];
