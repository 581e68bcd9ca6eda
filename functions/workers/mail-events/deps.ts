import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { suppressionsIn } from '#shared/mail/store/suppressions.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, random, accounts } = createContext(host);
  return { suppressions: suppressionsIn(accounts(), { now }), queues: queueSender(env, host), random };
}

export type Deps = ReturnType<typeof makeDeps>;
