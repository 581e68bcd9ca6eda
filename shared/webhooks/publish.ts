import type { EffectOf } from '#shared/messages/effects.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { placeOf } from './rules/delivery.ts';
import { isFor } from './rules/endpoint.ts';
import type { WebhookEvent } from './rules/event.ts';
import type { WebhookDeliveries } from './store/deliveries.ts';
import type { WebhookEndpoints } from './store/endpoints.ts';
import type { WantedDelivery } from './store/new-delivery.ts';

export type PublishDeps = {
  webhookEndpoints: Pick<WebhookEndpoints, 'list' | 'waitInLane'>;
  webhookDeliveries: Pick<WebhookDeliveries, 'add' | 'addToLanes'>;
  takeDirect(accountId: AccountId, deliveries: number): number;
};

const writesAtOnce = 16;
const readsAtOnce = 16;

export async function publish(events: readonly WebhookEvent[], deps: PublishDeps): Promise<void> {
  const { direct, waiting } = await wantedOf(events, deps);
  const first = new Map<string, string>();
  await forEachConcurrent(direct, writesAtOnce, async ({ event, endpoint }) => {
    const { delivery, isForLane } = await deps.webhookDeliveries.add(event, endpoint);
    if (isForLane) first.set(endpoint.id, earlierOf(first.get(endpoint.id), placeOf(delivery)));
  });
  for (const [id, place] of waiting.length > 0 ? await deps.webhookDeliveries.addToLanes(waiting) : [])
    first.set(id, earlierOf(first.get(id), place));
  // A lane closes when it is empty, so the deliveries are recorded first.
  const endpoints = new Map([...direct, ...waiting].map(({ endpoint }) => [endpoint.id, endpoint]));
  await forEachConcurrent([...first], writesAtOnce, async ([id, place]) => {
    const endpoint = endpoints.get(id);
    if (endpoint) await deps.webhookEndpoints.waitInLane(endpoint, place);
  });
}

const earlierOf = (a: string | undefined, b: string) => (a !== undefined && a < b ? a : b);

async function wantedOf(events: readonly WebhookEvent[], deps: PublishDeps) {
  const deliveries: WantedDelivery[] = [];
  const byAccount = Map.groupBy(events, ({ accountId }) => accountId);
  // A cached list would lose the events of an endpoint that is new, so each batch reads the lists.
  await forEachConcurrent([...byAccount], readsAtOnce, async ([accountId, some]) => {
    const endpoints = await deps.webhookEndpoints.list(accountId);
    for (const event of some)
      for (const endpoint of endpoints) if (isFor(endpoint, event)) deliveries.push({ event, endpoint });
  });
  const [direct, waiting]: [WantedDelivery[], WantedDelivery[]] = [[], []];
  for (const [accountId, some] of Map.groupBy(deliveries, ({ event }) => event.accountId)) {
    const most = deps.takeDirect(accountId, some.length);
    direct.push(...some.slice(0, most));
    waiting.push(...some.slice(most));
  }
  return { direct, waiting };
}

export const eventOfEffect = (effect: EffectOf<'webhook_event'>): WebhookEvent => ({
  source: effect.id,
  type: effect.type,
  accountId: effect.account_id,
  environment: effect.environment,
  at: new Date(effect.at).toISOString(),
  data: effect.data,
});
