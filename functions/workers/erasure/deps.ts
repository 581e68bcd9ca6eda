import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { erasuresIn } from '#shared/event-log/store/erasures.ts';

/** The dependencies of the erasure worker. */
export function makeDeps(host: Overrides = {}) {
  const { env, now, random, attribution } = createContext(host);
  return { now, erasures: erasuresIn(attribution(), { now }), queues: queueSender(env, host), random };
}

export type Deps = ReturnType<typeof makeDeps>;
