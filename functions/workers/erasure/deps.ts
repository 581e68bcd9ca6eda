import { base } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { sdkDynamo } from '#shared/aws/sdk-dynamo.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { erasuresIn } from '#shared/event-log/store/erasures.ts';

/** The dependencies of the erasure worker. */
export function makeDeps(host: Overrides = {}) {
  const { env, now, random, attribution } = base(host, () => sdkDynamo(host.transport));
  return { now, erasures: erasuresIn(attribution(), { now }), queues: queueSender(env, host), random };
}

export type Deps = ReturnType<typeof makeDeps>;
