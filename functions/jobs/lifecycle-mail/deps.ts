import { usersIn } from '#shared/accounts/store/users.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { mailOrdersIn } from '#shared/mail/store/mail-orders.ts';

export function makeDeps(host: Overrides = {}) {
  const { now, accounts } = createContext(host);
  return { users: usersIn(accounts()), mailOrders: mailOrdersIn(accounts(), { now }) };
}
