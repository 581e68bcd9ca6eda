import { createContext, signed } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { signedSender } from '#shared/aws/signed-sender.ts';
import { tokenBuckets } from '#shared/limits/token-buckets.ts';
import { directShare } from '#shared/webhooks/rules/fair-share.ts';
import { webhookDeliveriesIn } from '#shared/webhooks/store/deliveries.ts';
import { webhookEndpointsIn } from '#shared/webhooks/store/endpoints.ts';
import { workerDepsOver } from './worker-deps.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, attribution } = createContext(host);
  const queues = signedSender(signed(host, 'SQS'), env.QUEUE_URLS);
  return {
    ...workerDepsOver(attribution(), { env, now, queues }),
    webhookEndpoints: webhookEndpointsIn(attribution(), { now }),
    webhookDeliveries: webhookDeliveriesIn(attribution(), { now }),
    takeDirect: tokenBuckets({ ...directShare, now }),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
