import { sdkDynamo } from '#shared/adapters/sdk-dynamo.ts';
import { deadEffectsIn } from '#shared/data/dead-effects.ts';
import { base } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { makeWorkerDeps } from '#shared/make-deps/workers.ts';

/** The dependencies of the worker that delivers effects from the streams. */
export function makeDeps(host: Host = {}) {
  const { now, accounts } = base(host, () => sdkDynamo(host.transport));
  return { ...makeWorkerDeps(host), deadEffects: deadEffectsIn(accounts(), { now }) };
}

export type Deps = ReturnType<typeof makeDeps>;
