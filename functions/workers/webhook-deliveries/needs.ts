import type { Context } from '#shared/aws/context.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { eventCountersIn } from '#shared/conversions/store/event-counters.ts';
import { matchedEvents } from '#shared/event-log/needs.ts';
import { safePost } from '#shared/web/safe-post.ts';
import { webhookDeliveries, webhookEndpoints } from '#shared/webhooks/needs.ts';

const chargeShare = ({ attribution, now }: Context) => eventCountersIn(attribution(), { now, name: 'webhooks' }).charge;
const lookMs = () => 5000;
const post = ({ env }: Context) =>
  safePost({
    userAgent: `adtrail-webhooks/1.0 (+${env.API_BASE_URL})`,
    toThisMachine: env.STAGE === 'local' && env.WEBHOOKS_TO_THIS_MACHINE,
  });
/** An endpoint that takes longer to answer gets its own lane. */
const slowMs = () => 1000;
/** An endpoint that takes longer to answer has failed the attempt. */
const timeoutMs = () => 10_000;

export const needs = {
  chargeShare,
  lookMs,
  matchedEvents,
  post,
  queues,
  slowMs,
  timeoutMs,
  webhookDeliveries,
  webhookEndpoints,
};
export type Deps = DepsOf<typeof needs>;
