import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { eventCountersIn } from '#shared/conversions/store/event-counters.ts';
import { safePost } from '#shared/web/safe-post.ts';
import { webhookDeliveriesIn } from '#shared/webhooks/store/deliveries.ts';
import { webhookEndpointsIn } from '#shared/webhooks/store/endpoints.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, random, secrets, attribution } = createContext(host);
  return {
    now,
    random,
    secrets,
    queues: queueSender(env, host),
    webhookEndpoints: webhookEndpointsIn(attribution(), { now }),
    webhookDeliveries: webhookDeliveriesIn(attribution(), { now }),
    chargeShare: eventCountersIn(attribution(), { now, name: 'webhooks' }).charge,
    post: safePost({
      userAgent: `adtrail-webhooks/1.0 (+${env.API_BASE_URL})`,
      toThisMachine: env.STAGE === 'local' && env.WEBHOOKS_TO_THIS_MACHINE,
    }),
    /** An endpoint that takes longer to answer has failed the attempt. */
    timeoutMs: 10_000,
    /** An endpoint that takes longer to answer gets its own lane. */
    slowMs: 1000,
    lookMs: 5000,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
