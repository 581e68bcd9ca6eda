import { handOver } from '#shared/deliveries/hand-over.ts';
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
  await handOver(await deliveriesOf(events, deps), {
    targets: webhookEndpoints,
    deliveries: webhookDeliveries,
    takeDirect,
  });
}

async function deliveriesOf(events: readonly WebhookEvent[], { webhookEndpoints }: PublishDeps) {
  const deliveries: NewDelivery<Delivery>[] = [];
  const byAccount = Map.groupBy(events, ({ accountId }) => accountId);
  // A cached list would lose the events of an endpoint that is new, so each batch reads the lists.
  await forEachConcurrent([...byAccount], readsAtOnce, async ([accountId, some]) => {
    const endpoints = await webhookEndpoints.list(accountId);
    for (const event of some)
      for (const endpoint of endpoints)
        if (isFor(endpoint, event)) deliveries.push({ delivery: deliveryOf(event, endpoint), target: endpoint });
  });
  return deliveries;
}

export const eventOfEffect = (effect: EffectOf<'webhook_event'>): WebhookEvent => ({
  source: effect.id,
  type: effect.type,
  accountId: effect.account_id,
  environment: effect.environment,
  at: new Date(effect.at).toISOString(),
  data: effect.data,
});
