import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { deadEffectsIn } from '#shared/outbox/store/dead-effects.ts';
import { makeWorkerDeps } from '#shared/outbox/worker-deps.ts';

export function makeDeps(host: Overrides = {}) {
  const { now, accounts } = createContext(host);
  return { ...makeWorkerDeps(host), deadEffects: deadEffectsIn(accounts(), { now }) };
}

export type Deps = ReturnType<typeof makeDeps>;
