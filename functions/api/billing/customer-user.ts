import { users } from '#shared/accounts/needs.ts';
import { normalizedEmail } from '#shared/accounts/rules/email.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { billing, billingRecords } from '#shared/billing/needs.ts';
import { type AccountId, ownAccountOf, ownerOf } from '#shared/values/tenant.ts';

export const customerUserNeeds = { billing, billingRecords, users };
type Deps = DepsOf<typeof customerUserNeeds>;

type ProcessorCustomer = { customerId: string; userId: AccountId | null; email?: string | null };
type Found = { userId: AccountId; isLinked: boolean; before?: number };

/**
 * An invoice's e-mail identifies an account only if that active account has verified it. `before` is the
 * recorded account of the customer if that account has ended.
 */
export async function customerUser(
  { customerId, userId, email = null }: ProcessorCustomer,
  { billingRecords, users, billing }: Deps,
): Promise<Found | null> {
  const linked = await billingRecords.userOf(customerId);
  if (linked !== null) {
    const isMoved = userId !== null && userId !== linked && (await hasMoved(linked, userId, users));
    return isMoved ? { userId, isLinked: false, before: linked } : { userId: linked, isLinked: true };
  }

  const named = async (by: { userId: AccountId | null; email: string | null }): Promise<Found | null> => {
    const address = by.email === null ? null : normalizedEmail(by.email);
    const user =
      (by.userId === null ? null : await users.byId(ownerOf(by.userId))) ??
      (address === null ? null : verifiedOnly(await users.byEmail(address)));
    return user && { userId: ownAccountOf(user.id), isLinked: false };
  };
  const namedUser = await named({ userId, email });
  if (namedUser) return namedUser;
  const customer = await billing.customer(customerId);
  return customer && (await named(customer));
}

/** Anyone can register an unverified address and would receive the credits for its owner's payments. */
const verifiedOnly = (user: User | null) => (user?.isActive && user.emailVerified ? user : null);

/**
 * After an account ends, another person may register its e-mail. So only the checkout's user ID assigns a
 * customer to a new account.
 */
async function hasMoved(from: number, to: number, users: Deps['users']): Promise<boolean> {
  const [before, after] = await Promise.all([users.byId(from), users.byId(to)]);
  return before?.isActive === false && after?.isActive === true;
}
