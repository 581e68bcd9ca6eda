import type { MessageOf } from '#shared/messages/queue.ts';
import { isAhead } from '#shared/values/ahead.ts';
import { webhooksQueue } from '#shared/webhooks/queues.ts';
import {
  type Delivery,
  failuresOfEndpoint,
  isSuccess,
  longestRetryMs,
  placeOf,
  retryDelayMs,
} from '#shared/webhooks/rules/delivery.ts';
import { laneEnd, type WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import { attempt } from './attempt.ts';
import { disabledAfter } from './disabled-after.ts';
import { drainEndpointQueue } from './drain-endpoint-queue.ts';
import type { Deps } from './needs.ts';
import { sharesOf } from './shares-of.ts';

export async function workOnWebhook(message: MessageOf<typeof webhooksQueue>, deps: Deps): Promise<void> {
  const { account_id: accountId, endpoint_id: endpointId, work } = message;
  const endpoint = await deps.webhookEndpoints.find(accountId, endpointId);
  // A disabled endpoint gets no deliveries; the missed events remain in its log.
  if (endpoint?.status !== 'enabled') return;
  if ('tick' in work) {
    if (endpoint.laneTick !== work.tick || endpoint.laneWaiting === undefined) return;
    if (await isDeferred(message, endpoint.laneDueAt, deps)) return;
    return await drainEndpointQueue(endpoint, deps);
  }
  if (await deps.webhookEndpoints.leaveToLane(endpoint, work.delivery)) return;
  const delivery = await deps.webhookDeliveries.at({ accountId, endpointId }, work.delivery);
  if (!delivery || delivery.status === 'delivered' || delivery.attempts !== work.attempts) return;
  if (await isDeferred(message, delivery.nextAttemptAt, deps)) return;
  // Only retries are charged here, because the first attempt was charged when its event was recorded.
  if (delivery.attempts > 0 && !(await sharesOf(endpoint, deps)(1)))
    return await deps.webhookEndpoints.waitInLane(endpoint, work.delivery);
  await deliver(endpoint, delivery, deps);
}

/** SQS delays a message by at most 900 seconds. */
const maxDelaySeconds = 900;

/** SQS cannot delay a message by hours, so a message that is early is sent again. */
async function isDeferred(
  message: MessageOf<typeof webhooksQueue>,
  dueAt: string | undefined,
  { queues, now }: Deps,
) {
  const dueMs = Date.parse(dueAt ?? '');
  const seconds = Math.ceil((dueMs - now()) / 1000);
  if (!(seconds > 1) || !isAhead(dueMs, now(), longestRetryMs)) return false;
  await queues.send(webhooksQueue, message, { delaySeconds: Math.min(maxDelaySeconds, seconds) });
  return true;
}

async function deliver(endpoint: WebhookEndpoint, delivery: Delivery, deps: Deps): Promise<void> {
  const { webhookEndpoints, webhookDeliveries, now, random, slowMs } = deps;
  const outcome = await attempt(endpoint, delivery, deps);
  if (isSuccess(outcome)) {
    await webhookDeliveries.succeeded(delivery, outcome);
    if (endpoint.failingSince !== undefined) await webhookEndpoints.recovered(endpoint);
    if (outcome.milliseconds > slowMs)
      await webhookEndpoints.openLane(endpoint, {
        place: laneEnd,
        failures: 0,
        dueAt: new Date(now()).toISOString(),
      });
    return;
  }
  const failures = delivery.attempts + 1;
  const nextAt = new Date(now() + retryDelayMs(failures, random())).toISOString();
  await webhookDeliveries.failed(delivery, outcome, { nextAt, ownTimer: true });
  const failingEndpoint = await webhookEndpoints.failedAt(endpoint, delivery.eventId);
  if (!failingEndpoint || (await disabledAfter(outcome, failingEndpoint, deps))) return;
  const isSlow = outcome.milliseconds > slowMs;
  if (isSlow || (failingEndpoint.failing?.length ?? 0) >= failuresOfEndpoint)
    await webhookEndpoints.openLane(failingEndpoint, { place: placeOf(delivery), failures, dueAt: nextAt });
}
