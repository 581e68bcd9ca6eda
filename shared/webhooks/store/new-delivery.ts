import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { type Delivery, placeOf, retentionMs } from '#shared/webhooks/rules/delivery.ts';
import type { WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import { eventIdOf, payloadOf, type WebhookEvent } from '#shared/webhooks/rules/event.ts';

export type StoredDelivery = Item & Delivery;
export type WantedDelivery = { event: WebhookEvent; endpoint: WebhookEndpoint };

export const deliveryKey = (
  { accountId, endpointId }: Pick<Delivery, 'accountId' | 'endpointId'>,
  place: string,
) => ({ pk: keyOf.webhookDelivery(accountId, endpointId, '', '').pk, sk: place });

export function newDelivery({ event, endpoint }: WantedDelivery, now: number): StoredDelivery {
  const delivery: Delivery = {
    accountId: endpoint.accountId,
    endpointId: endpoint.id,
    eventId: eventIdOf(event),
    type: event.type,
    at: event.at,
    payload: payloadOf(event),
    status: endpoint.status === 'disabled' ? 'held' : 'pending',
    attempts: 0,
  };
  return {
    ...deliveryKey(delivery, placeOf(delivery)),
    kind: 'webhook_delivery',
    ...delivery,
    ttl: Math.ceil((now + retentionMs) / 1000),
  };
}

export const isForLane = (delivery: StoredDelivery) =>
  delivery.status === 'pending' && !('effects' in delivery);

const itemsAtOnce = 500;

/** If the write fails halfway, a delivery can be sent once more, with the same ID. */
export async function addToLanes(
  wantedDeliveries: readonly WantedDelivery[],
  table: Pick<Table, 'getMany' | 'putMany'>,
  now: number,
): Promise<Map<string, string>> {
  const first = new Map<string, string>();
  for (let at = 0; at < wantedDeliveries.length; at += itemsAtOnce) {
    const part = wantedDeliveries
      .slice(at, at + itemsAtOnce)
      .map((wantedDelivery) => newDelivery(wantedDelivery, now));
    const keys = [...new Map(part.map(({ pk, sk }) => [`${pk} ${sk}`, { pk, sk }])).values()];
    const storedDeliveries = new Map(
      (await table.getMany<StoredDelivery>(keys, { consistent: true })).map((item) => [
        `${item.pk} ${item.sk}`,
        item,
      ]),
    );
    await table.putMany(part.filter(({ pk, sk }) => !storedDeliveries.has(`${pk} ${sk}`)));
    for (const item of part) {
      const place = placeOf(item);
      const earlier = first.get(item.endpointId);
      if (!isForLane(storedDeliveries.get(`${item.pk} ${item.sk}`) ?? item)) continue;
      if (earlier === undefined || place < earlier) first.set(item.endpointId, place);
    }
  }
  return first;
}
