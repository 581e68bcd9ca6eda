import { sdkDynamo } from '#shared/adapters/sdk-dynamo.ts';
import { erasuresIn } from '#shared/data/erasures.ts';
import { base } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { queueSender } from '#shared/make-deps/sending.ts';

/** The dependencies of the erasure worker. */
export function makeDeps(host: Host = {}) {
  const { env, now, random, attribution } = base(host, () => sdkDynamo(host.transport));
  return { now, erasures: erasuresIn(attribution(), { now }), queues: queueSender(env, host), random };
}

export type Deps = ReturnType<typeof makeDeps>;
