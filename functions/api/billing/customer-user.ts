import type { Deps } from '#functions/http/webhooks/deps.ts';
import { normalizedEmail } from '#shared/accounts/rules/email.ts';
import type { User } from '#shared/accounts/rules/users.ts';

type Named = { customerId: string; userId: number | null; email?: string | null };
type Found = { userId: number; isLinked: boolean; before?: number };

/**
 * Whose a customer of the processor is: as recorded, else by the id in the object's metadata, by the e-mail of the
 * invoice if an active account has verified it, and by what the processor says of the customer. `isLinked`: it is recorded. `before`: the account it was
 * recorded for, which has ended; a checkout since then names another one.
 */
export async function customerUser(
  { customerId, userId, email = null }: Named,
  { billingRecords, users, billing }: Deps,
): Promise<Found | null> {
  const linked = await billingRecords.userOf(customerId);
  if (linked !== null) {
    const isMoved = userId !== null && userId !== linked && (await hasMoved(linked, userId, users));
    return isMoved ? { userId, isLinked: false, before: linked } : { userId: linked, isLinked: true };
  }

  const named = async (by: { userId: number | null; email: string | null }): Promise<Found | null> => {
    const address = by.email === null ? null : normalizedEmail(by.email);
    const user =
      (by.userId === null ? null : await users.byId(by.userId)) ??
      (address === null ? null : verifiedOnly(await users.byEmail(address)));
    return user && { userId: user.id, isLinked: false };
  };
  const found = await named({ userId, email });
  if (found) return found;
  const customer = await billing.customer(customerId);
  return customer && (await named(customer));
}

/** Anybody can make an account with an address that they do not verify, and would be credited with its owner's payments. */
const verifiedOnly = (user: User | null) => (user?.isActive && user.emailVerified ? user : null);

/** Only by the id that the checkout gave: an e-mail that is free again can be anybody's. */
async function hasMoved(from: number, to: number, users: Deps['users']): Promise<boolean> {
  const [before, after] = await Promise.all([users.byId(from), users.byId(to)]);
  return before?.isActive === false && after?.isActive === true;
}
