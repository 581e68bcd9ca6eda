import { sdkDynamo } from '#shared/adapters/sdk-dynamo.ts';
import { signedSender } from '#shared/adapters/signed-sender.ts';
import { base, signed } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { projectionDepsOver } from '#shared/make-deps/projection.ts';

/** The dependencies of the worker behind the attribution table. */
export function makeDeps(host: Host = {}) {
  const { env, now, attribution } = base(host, () => sdkDynamo(host.transport));
  const queues = signedSender(signed(host, 'SQS'), env.QUEUE_URLS);
  return projectionDepsOver(attribution(), { env, now, queues });
}
