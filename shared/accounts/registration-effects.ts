import type { EffectOf } from '#shared/domain/effects.ts';
import type { User } from '#shared/domain/users.ts';
import { textDigestOf } from '#shared/domain/waitlist.ts';

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

/** Has a company description moderated. It goes into the write that sets the description. */
export const descriptionCheck = (userId: number, description: string): EffectOf<'description_check'> => ({
  kind: 'description_check',
  id: `description_check#${userId}#${textDigestOf(description).slice(0, 32)}`,
  user_id: userId,
});

/** What follows when an account is made. An account made with a phone has no mailbox to be welcomed in. */
export const registrationEffects = ({ id, phone, companyWebsite, companyShortDesc }: User) => [
  ...(phone === null ? [welcomeMail({ id })] : []),
  ...(companyShortDesc ? [descriptionCheck(id, companyShortDesc)] : []),
  ...(companyWebsite ? [liteDiscovery(id, companyWebsite)] : []),
];
