import { mailOrdersIn } from '#shared/data/mail-orders.ts';
import { usersIn } from '#shared/data/users.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';

/** The dependencies of the job that mails users by their age. Costs no call. */
export function makeDeps(host: Host = {}) {
  const { now, accounts } = leanBase(host);
  return { users: usersIn(accounts()), mailOrders: mailOrdersIn(accounts(), { now }) };
}

export type Deps = ReturnType<typeof makeDeps>;
