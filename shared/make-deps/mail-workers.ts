import { mailOrdersIn } from '#shared/data/mail-orders.ts';
import { suppressionsIn } from '#shared/data/suppressions.ts';
import { usersIn } from '#shared/data/users.ts';
import type { LifecycleMailDeps, MailEventDeps } from '#shared/deps.ts';
import { leanBase } from './base.ts';
import type { Host } from './host.ts';
import { queueSender } from './sending.ts';

/** The dependencies of the worker of the mail service's reports. */
export function makeMailEventDeps(host: Host = {}): MailEventDeps {
  const { env, now, random, accounts } = leanBase(host);
  return { suppressions: suppressionsIn(accounts(), { now }), queues: queueSender(env, host), random };
}

/** The dependencies of the job that mails users by their age. Costs no call. */
export function makeLifecycleMailDeps(host: Host = {}): LifecycleMailDeps {
  const { now, accounts } = leanBase(host);
  return { users: usersIn(accounts()), mailOrders: mailOrdersIn(accounts(), { now }) };
}
