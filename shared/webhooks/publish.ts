import type { EffectOf } from '#shared/messages/effects.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { placeOf } from './rules/delivery.ts';
import { isFor, type WebhookEndpoint } from './rules/endpoint.ts';
import type { WebhookEvent } from './rules/event.ts';
import type { WebhookDeliveries } from './store/deliveries.ts';
import type { WebhookEndpoints } from './store/endpoints.ts';

export type PublishDeps = {
  webhookEndpoints: Pick<WebhookEndpoints, 'cached' | 'waitInLane'>;
  webhookDeliveries: Pick<WebhookDeliveries, 'add'>;
  /** How many of so many deliveries of an account are sent at once; the others wait in lanes. */
  takeDirect(accountId: number, deliveries: number): number;
};

type Wanted = { event: WebhookEvent; endpoint: WebhookEndpoint; inLane: boolean };

const writesAtOnce = 16;

/** Records events for the endpoints that want them, and so has them sent. Repeating it changes nothing. */
export async function publish(events: readonly WebhookEvent[], deps: PublishDeps): Promise<void> {
  const wanted = await wantedOf(events, deps);
  /** The first place of each endpoint that its lane must be told of. */
  const first = new Map<string, { endpoint: WebhookEndpoint; place: string }>();
  await forEachConcurrent(wanted, writesAtOnce, async ({ event, endpoint, inLane }) => {
    const { delivery, isForLane } = await deps.webhookDeliveries.add(event, endpoint, { inLane });
    const place = placeOf(delivery);
    const earlier = first.get(endpoint.id);
    if (isForLane && !(earlier && earlier.place <= place)) first.set(endpoint.id, { endpoint, place });
  });
  // After the records, since a lane may look at once and closes when it finds nothing.
  await forEachConcurrent([...first.values()], writesAtOnce, ({ endpoint, place }) =>
    deps.webhookEndpoints.waitInLane(endpoint, place),
  );
}

/** Each delivery that is wanted, those that are sent at once before those that wait. */
async function wantedOf(events: readonly WebhookEvent[], deps: PublishDeps): Promise<Wanted[]> {
  const wanted: Omit<Wanted, 'inLane'>[] = [];
  for (const event of events)
    for (const endpoint of await deps.webhookEndpoints.cached(event.accountId))
      if (isFor(endpoint, event)) wanted.push({ event, endpoint });
  const byAccount = Map.groupBy(wanted, ({ event }) => event.accountId);
  const sorted = [...byAccount].flatMap(([accountId, some]) => {
    const direct = deps.takeDirect(accountId, some.length);
    return some.map((one, at) => ({ ...one, inLane: at >= direct }));
  });
  return [...sorted.filter(({ inLane }) => !inLane), ...sorted.filter(({ inLane }) => inLane)];
}

export const eventOfEffect = (effect: EffectOf<'webhook_event'>): WebhookEvent => ({
  source: effect.id,
  type: effect.type,
  accountId: effect.account_id,
  environment: effect.environment,
  at: new Date(effect.at).toISOString(),
  data: effect.data,
});
