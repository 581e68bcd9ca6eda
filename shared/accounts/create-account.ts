import type { Part } from '#shared/data/table.ts';
import type { AccountDeps } from '#shared/deps.ts';
import { newAccount, type User } from '#shared/domain/users.ts';
import { newNumericId } from '#shared/ids.ts';
import { registrationEffects } from './registration-effects.ts';

/** What a new account is given; `email` is normalised. */
export type AccountGiven = Pick<User, 'email'> & Partial<Omit<User, 'id' | 'createdAt' | 'onWaitlist'>>;
/** The account, or which claim stood in the way; `refused`: a condition of `also` failed. */
export type AccountMade =
  | { outcome: 'created'; user: User }
  | { outcome: 'email_taken' | 'identity_taken' | 'refused' };

const mostIds = 5;

/**
 * Makes an account with all that follows from it, in one transaction with the steps of `also`: its welcome, the search
 * for its competitors when it has a website, its place on the waitlist.
 */
export async function createAccount(
  given: AccountGiven,
  { now, users, waitlist }: Pick<AccountDeps, 'now' | 'users' | 'waitlist'>,
  also: readonly Part[] = [],
): Promise<AccountMade> {
  const at = now();
  const createdAt = new Date(at).toISOString();
  const onWaitlist = await waitlist.has(given.email);
  for (let tries = 1; tries <= mostIds; tries++) {
    const user = newAccount({ ...given, id: newNumericId(at), createdAt, onWaitlist });
    const outcome = await users.create(user, { effects: registrationEffects(user), also });
    if (outcome === 'created') return { outcome, user };
    if (outcome !== 'id_taken') return { outcome };
  }
  throw new Error('No free id was found.');
}
