import { createContext, signed } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { signedSender } from '#shared/aws/signed-sender.ts';
import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { clickRowsIn } from '#shared/event-log/store/click-rows.ts';
import { tokenBuckets } from '#shared/limits/token-buckets.ts';
import { projectionDepsOver } from '#shared/reports/projection-deps.ts';
import { directShare } from '#shared/webhooks/rules/fair-share.ts';
import { webhookDeliveriesIn } from '#shared/webhooks/store/deliveries.ts';
import { webhookEndpointsIn } from '#shared/webhooks/store/endpoints.ts';

/** The dependencies of the worker behind the attribution table. */
export function makeDeps(host: Overrides = {}) {
  const { env, now, attribution } = createContext(host);
  const queues = signedSender(signed(host, 'SQS'), env.QUEUE_URLS);
  const projection = projectionDepsOver(attribution(), { env, now, queues });
  return {
    ...projection,
    ...cellDepsOver(attribution(), { now, scale: projection.scale }),
    clickRows: clickRowsIn(attribution(), { now, retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
    webhookEndpoints: webhookEndpointsIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS }),
    webhookDeliveries: webhookDeliveriesIn(attribution(), { now }),
    takeDirect: tokenBuckets({ ...directShare, now }),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
