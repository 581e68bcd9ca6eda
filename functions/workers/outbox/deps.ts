import { base } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { sdkDynamo } from '#shared/aws/sdk-dynamo.ts';
import { deadEffectsIn } from '#shared/outbox/store/dead-effects.ts';
import { makeWorkerDeps } from '#shared/outbox/worker-deps.ts';

/** The dependencies of the worker that delivers effects from the streams. */
export function makeDeps(host: Overrides = {}) {
  const { now, accounts } = base(host, () => sdkDynamo(host.transport));
  return { ...makeWorkerDeps(host), deadEffects: deadEffectsIn(accounts(), { now }) };
}

export type Deps = ReturnType<typeof makeDeps>;
