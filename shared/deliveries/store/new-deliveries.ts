import { type Delivery, placeOf } from '#shared/deliveries/rules/delivery.ts';
import type { Lane } from '#shared/deliveries/rules/lane.ts';
import type { TargetRef } from '#shared/deliveries/rules/target.ts';
import type { WaitingPlace } from '#shared/deliveries/rules/waiting-place.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import type { DeliveryItems } from './delivery-items.ts';

export type NewDelivery<D extends Delivery> = { delivery: D; target: TargetRef & Pick<Lane, 'laneWaiting'> };

export const itemOf = <D extends Delivery>(
  { delivery, target }: NewDelivery<D>,
  { kind, retentionMs, deliveryKey }: DeliveryItems,
  now: number,
): Item & D => ({
  ...deliveryKey(target, placeOf(delivery)),
  kind,
  ...delivery,
  ttl: Math.ceil((now + retentionMs) / 1000),
});

export const isForLane = (item: Item & Delivery) => item.status === 'pending' && !('effects' in item);

const itemsAtOnce = 500;

/** If the write fails halfway, a delivery can be sent once more, with the same ID. */
export async function addToLanes<D extends Delivery>(
  newDeliveries: readonly NewDelivery<D>[],
  table: Pick<Table, 'getMany' | 'putMany'>,
  deliveryItems: DeliveryItems,
  now: number,
): Promise<WaitingPlace[]> {
  const places: WaitingPlace[] = [];
  for (let at = 0; at < newDeliveries.length; at += itemsAtOnce) {
    const part = newDeliveries
      .slice(at, at + itemsAtOnce)
      .map((newDelivery) => ({ target: newDelivery.target, item: itemOf(newDelivery, deliveryItems, now) }));
    const keys = [...new Map(part.map(({ item: { pk, sk } }) => [`${pk} ${sk}`, { pk, sk }])).values()];
    const storedDeliveries = new Map(
      (await table.getMany<Item & D>(keys, { consistent: true })).map((item) => [`${item.pk} ${item.sk}`, item]),
    );
    const items = part.map(({ item }) => item);
    await table.putMany(items.filter(({ pk, sk }) => !storedDeliveries.has(`${pk} ${sk}`)));
    for (const { target, item } of part)
      if (isForLane(storedDeliveries.get(`${item.pk} ${item.sk}`) ?? item)) places.push({ target, place: placeOf(item) });
  }
  return places;
}
