import { suppressionsIn } from '#shared/data/suppressions.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { queueSender } from '#shared/make-deps/sending.ts';

/** The dependencies of the worker of the mail service's reports. */
export function makeDeps(host: Host = {}) {
  const { env, now, random, accounts } = leanBase(host);
  return { suppressions: suppressionsIn(accounts(), { now }), queues: queueSender(env, host), random };
}

export type Deps = ReturnType<typeof makeDeps>;
