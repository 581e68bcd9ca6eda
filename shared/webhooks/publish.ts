import type { EffectOf } from '#shared/messages/effects.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { isFor } from './rules/endpoint.ts';
import type { WebhookEvent } from './rules/event.ts';
import type { WebhookDeliveries } from './store/deliveries.ts';
import type { WebhookEndpoints } from './store/endpoints.ts';

export type PublishDeps = {
  webhookEndpoints: Pick<WebhookEndpoints, 'cached'>;
  webhookDeliveries: Pick<WebhookDeliveries, 'add'>;
};

const writesAtOnce = 16;

/** Records events for the endpoints that want them, and so has them sent. Repeating it changes nothing. */
export async function publish(
  events: readonly WebhookEvent[],
  { webhookEndpoints, webhookDeliveries }: PublishDeps,
): Promise<void> {
  await forEachConcurrent(events, writesAtOnce, async (event) => {
    for (const endpoint of await webhookEndpoints.cached(event.accountId))
      if (isFor(endpoint, event)) await webhookDeliveries.add(event, endpoint);
  });
}

export const eventOfEffect = (effect: EffectOf<'webhook_event'>): WebhookEvent => ({
  source: effect.id,
  type: effect.type,
  accountId: effect.account_id,
  environment: effect.environment,
  at: new Date(effect.at).toISOString(),
  data: effect.data,
});
