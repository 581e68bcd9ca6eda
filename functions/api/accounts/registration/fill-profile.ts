import { users } from '#shared/accounts/needs.ts';
import { descriptionCheck, liteDiscovery } from '#shared/accounts/registration/registration-effects.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { usedTokens } from '#shared/accounts/sign-in/needs.ts';
import type { SignIn } from '#shared/accounts/sign-in/start-session.ts';
import { activity } from '#shared/activity/activity.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import type { ProvenPerson } from '../sign-in/identity-request.ts';

export const fillProfileNeeds = { usedTokens, users };
type Deps = DepsOf<typeof fillProfileNeeds>;

export type Profile = Pick<User, 'fullName' | 'company' | 'companyWebsite' | 'companyShortDesc' | 'role' | 'timezone'>;

/** Profile, session and use of the token share a transaction. */
export async function fillProfile(
  user: User,
  profile: Profile,
  { use, session }: Pick<ProvenPerson, 'use'> & { session: SignIn },
  { users, usedTokens }: Pick<Deps, 'users' | 'usedTokens'>,
): Promise<User | null> {
  const names = (Object.keys(profile) as (keyof Profile)[]).filter((name) => user[name] === null && profile[name] !== null);
  const changes: Partial<Profile> = Object.fromEntries(names.map((name) => [name, profile[name]]));
  const change = users.changePart(
    user.id,
    { ...changes, ...session.changes },
    {
      ended: session.ended,
      effects: [
        ...session.effects,
        ...(names.length > 0 ? [await activity('profile_changed', ownAccountOf(user.id), { fields: names })] : []),
        ...(changes.companyShortDesc ? [descriptionCheck(user.id, changes.companyShortDesc)] : []),
        ...(changes.companyWebsite ? [liteDiscovery(user.id, changes.companyWebsite)] : []),
      ],
      condition: ['isActive', ...names].map((name) => `#${name} = :${name}Before`).join(' AND '),
      names: { '#isActive': 'isActive' },
      values: {
        ':isActiveBefore': true,
        ...Object.fromEntries(names.map((name) => [`:${name}Before`, null])),
      },
    },
  );
  return (await users.transactOrConflict([change, usedTokens.usePart(use)])) ? { ...user, ...changes } : null;
}
