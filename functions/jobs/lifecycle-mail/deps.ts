import { usersIn } from '#shared/accounts/store/users.ts';
import { leanBase } from '#shared/aws/context.ts';
import type { Host } from '#shared/aws/overrides.ts';
import { mailOrdersIn } from '#shared/mail/store/mail-orders.ts';

/** The dependencies of the job that mails users by their age. Costs no call. */
export function makeDeps(host: Host = {}) {
  const { now, accounts } = leanBase(host);
  return { users: usersIn(accounts()), mailOrders: mailOrdersIn(accounts(), { now }) };
}

export type Deps = ReturnType<typeof makeDeps>;
