import type { Deps } from '#functions/http/auth/deps.ts';
import { descriptionCheck, liteDiscovery } from '#shared/accounts/registration-effects.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { SignIn } from '#shared/accounts/start-session.ts';
import type { ProvenPerson } from './identity-request.ts';

/** What people say of themselves and their company; `null` where they say nothing. */
export type Profile = Pick<
  User,
  'fullName' | 'company' | 'companyWebsite' | 'companyShortDesc' | 'role' | 'timezone'
>;

/**
 * Fills the empty fields of an account, never one that holds something, stores the session and uses up the token with it:
 * the account, or `null` when it has changed meanwhile or another request has used the token.
 */
export async function fillProfile(
  user: User,
  profile: Profile,
  { use, session }: Pick<ProvenPerson, 'use'> & { session: SignIn },
  { users, usedTokens }: Pick<Deps, 'users' | 'usedTokens'>,
): Promise<User | null> {
  const names = (Object.keys(profile) as (keyof Profile)[]).filter(
    (name) => user[name] === null && profile[name] !== null,
  );
  const changes: Partial<Profile> = Object.fromEntries(names.map((name) => [name, profile[name]]));
  const change = users.changePart(
    user.id,
    { ...changes, ...session.changes },
    {
      ended: session.ended,
      effects: [
        ...session.effects,
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
