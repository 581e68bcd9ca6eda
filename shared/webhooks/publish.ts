import { handOver } from '#shared/deliveries/hand-over.ts';
import { isUnrecorded } from '#shared/deliveries/rules/lane.ts';
import { earliestOf, type WaitingPlace } from '#shared/deliveries/rules/waiting-place.ts';
import type { NewDelivery } from '#shared/deliveries/store/new-deliveries.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { type Delivery, deliveryOf } from './rules/delivery.ts';
import { isFor } from './rules/endpoint.ts';
import type { WebhookEvent } from './rules/event.ts';
import type { WebhookDeliveries } from './store/deliveries.ts';
import type { WebhookEndpoints } from './store/endpoints.ts';

export type PublishDeps = {
  webhookEndpoints: Pick<WebhookEndpoints, 'list' | 'waitInLane'>;
  webhookDeliveries: Pick<WebhookDeliveries, 'add' | 'addToLanes'>;
  takeDirect(accountId: AccountId, deliveries: number): number;
};

const readsAtOnce = 16;

export async function publish(events: readonly WebhookEvent[], deps: PublishDeps): Promise<void> {
  const { webhookEndpoints, webhookDeliveries, takeDirect } = deps;
  const { deliveries, withoutLane } = await deliveriesOf(events, deps);
  await handOver(deliveries, {
    targets: webhookEndpoints,
    deliveries: webhookDeliveries,
    takeDirect,
  });
  await forEachConcurrent(earliestOf(withoutLane), readsAtOnce, ({ target, place }) => webhookEndpoints.waitInLane(target, place));
}

async function deliveriesOf(events: readonly WebhookEvent[], { webhookEndpoints }: PublishDeps) {
  const deliveries: NewDelivery<Delivery>[] = [];
  const withoutLane: WaitingPlace[] = [];
  const byAccount = Map.groupBy(events, ({ accountId }) => accountId);
  // A cached list would lose the events of an endpoint that is new, so each batch reads the lists, after the log has
  // its events.
  await forEachConcurrent([...byAccount], readsAtOnce, async ([accountId, some]) => {
    const endpoints = await webhookEndpoints.list(accountId);
    for (const event of some)
      for (const endpoint of endpoints)
        if (!isFor(endpoint, event)) continue;
        else if (!event.isInLog || !isUnrecorded(endpoint, event.at))
          deliveries.push({ delivery: deliveryOf(event, endpoint), target: endpoint });
        // A version without unrecorded events may have closed the lane.
        else if (endpoint.laneWaiting === undefined && endpoint.status === 'enabled')
          withoutLane.push({ target: endpoint, place: event.at });
  });
  return { deliveries, withoutLane };
}

export const eventOfEffect = (effect: EffectOf<'webhook_event'>): WebhookEvent => ({
  source: effect.id,
  type: effect.type,
  accountId: effect.account_id,
  environment: effect.environment,
  at: new Date(effect.at).toISOString(),
  data: effect.data,
});
