import { usersIn } from '#shared/accounts/store/users.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { mailOrdersIn } from '#shared/mail/store/mail-orders.ts';

/** The dependencies of the job that mails users by their age. Costs no call. */
export function makeDeps(host: Overrides = {}) {
  const { now, accounts } = createContext(host);
  return { users: usersIn(accounts()), mailOrders: mailOrdersIn(accounts(), { now }) };
}
