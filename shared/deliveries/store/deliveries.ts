import { type AttemptOf, type Delivery, placeOf } from '#shared/deliveries/rules/delivery.ts';
import { laneEnd } from '#shared/deliveries/rules/lane.ts';
import { maxAttempts } from '#shared/deliveries/rules/retry.ts';
import type { TargetRef } from '#shared/deliveries/rules/target.ts';
import type { Item } from '#shared/store/item.ts';
import { putEach } from '#shared/store/put-each.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import type { DeliveryItems } from './delivery-items.ts';
import { addToLanes, isForLane, itemOf, type NewDelivery } from './new-deliveries.ts';

export type Deliveries<D extends Delivery> = ReturnType<typeof deliveriesIn<D>>;

/** A lane's run seldom handles more deliveries, and pays for each read item. */
const lanePageItems = 100;
const maxRead = 500;

export const deliveriesIn = <D extends Delivery>(table: Table, deliveryItems: DeliveryItems, { now }: { now: () => number }) => {
  type Stored = Item & D;
  const { deliveryKey } = deliveryItems;
  const workOf = (target: TargetRef, delivery: Pick<Delivery, 'at' | 'eventId' | 'attempts'>, turn: string, dueAt?: string) => {
    const { eventId, attempts } = delivery;
    const work = { delivery: placeOf(delivery), attempts };
    return JSON.stringify([deliveryItems.effectOf(target, `${eventId}#${turn}#${attempts}`, work, dueAt ?? null)]);
  };

  return {
    async add(newDelivery: NewDelivery<D>): Promise<{ delivery: D; isForLane: boolean }> {
      const item = itemOf(newDelivery, deliveryItems, now());
      const isHeld = item.status === 'held';
      const earlierDelivery = await table.putNew<Stored>({
        ...item,
        ...(!isHeld && { effects: workOf(newDelivery.target, item, 'first') }),
      });
      // An earlier attempt may have died before it removed the delivery from the lane.
      return {
        delivery: earlierDelivery ?? item,
        isForLane: earlierDelivery !== null && isForLane(earlierDelivery),
      };
    },

    addToLanes: (newDeliveries: readonly NewDelivery<D>[]) => addToLanes(newDeliveries, table, deliveryItems, now()),

    /** Makes one strongly consistent read. */
    at: (target: TargetRef, place: string): Promise<D | null> => table.get<Stored>(deliveryKey(target, place), { consistent: true }),

    /** Deliveries that exist, and were perhaps sent, stay as they are. */
    addMissing: (target: TargetRef, missing: readonly D[]): Promise<void> =>
      putEach(
        table,
        missing.map((delivery) => itemOf({ delivery, target }, deliveryItems, now())),
        'attribute_not_exists(pk)',
      ),

    from: (target: TargetRef, place: string, until: string = laneEnd): AsyncGenerator<D> =>
      table.query<Stored>(deliveryKey(target, '').pk, [place, until], {
        consistent: true,
        pageItems: lanePageItems,
      }),

    async page(
      target: TargetRef,
      { before, limit, wanted: isWanted }: { before?: string | undefined; limit: number; wanted?: (delivery: D) => boolean },
    ): Promise<{ deliveries: D[]; next: string | null }> {
      const deliveries: D[] = [];
      let start = before;
      const pageItems = isWanted ? Math.max(limit, 100) : limit;
      for (let readItems = 0; ; ) {
        const { items, more } = await table.last<Stored>(deliveryKey(target, '').pk, {
          before: start,
          limit: pageItems,
          consistent: true,
        });
        for (const item of items) {
          start = item.sk;
          readItems++;
          if (!isWanted || isWanted(item)) deliveries.push(item);
          if (deliveries.length === limit) return { deliveries, next: start };
        }
        if (!more) return { deliveries, next: null };
        if (readItems >= maxRead) return { deliveries, next: start ?? null };
      }
    },

    async succeeded(target: TargetRef, delivery: D, attempt: AttemptOf<D>): Promise<void> {
      await tookEffect(
        table.update({
          key: deliveryKey(target, placeOf(delivery)),
          update: 'SET #status = :delivered, deliveredAt = :at, lastAttempt = :last REMOVE effects, nextAttemptAt',
          condition: 'attribute_exists(pk)',
          names: { '#status': 'status' },
          values: { ':delivered': 'delivered', ':at': attempt.at, ':last': attempt },
        }),
      );
    },

    /** A record by another worker, or a success, remains. `restarts` marks a replay. */
    async failed(
      target: TargetRef,
      delivery: D,
      attempt: AttemptOf<D>,
      { nextAt, ownTimer, restarts = false }: { nextAt: string; ownTimer: boolean; restarts?: boolean },
    ): Promise<void> {
      const attempts = (restarts ? 0 : delivery.attempts) + 1;
      const isLast = attempts >= maxAttempts;
      const effects = isLast || !ownTimer ? null : workOf(target, { ...delivery, attempts }, attempt.at, nextAt);
      const removed = [effects ? '' : 'effects', isLast ? 'nextAttemptAt' : ''].filter(Boolean);
      await tookEffect(
        table.update({
          key: deliveryKey(target, placeOf(delivery)),
          update: `SET #status = :status, attempts = :attempts, lastAttempt = :last${isLast ? '' : ', nextAttemptAt = :next'}${effects ? ', effects = :effects' : ''}${removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''}`,
          condition: 'attempts = :before AND #status <> :delivered',
          names: { '#status': 'status' },
          values: {
            ':status': isLast ? 'failed' : 'pending',
            ':attempts': attempts,
            ':last': attempt,
            ':before': delivery.attempts,
            ':delivered': 'delivered',
            ...(!isLast && { ':next': nextAt }),
            ...(effects && { ':effects': effects }),
          },
        }),
      );
    },

    async replay(target: TargetRef, place: string): Promise<D | null> {
      const delivery = await this.at(target, place);
      if (!delivery) return null;
      const again = { ...delivery, status: 'pending' as const, attempts: 0 };
      const renewal = table.update({
        key: deliveryKey(target, place),
        update: 'SET #status = :pending, attempts = :none, effects = :effects REMOVE nextAttemptAt, deliveredAt',
        condition: 'attribute_exists(pk)',
        names: { '#status': 'status' },
        values: {
          ':pending': 'pending',
          ':none': 0,
          ':effects': workOf(target, again, new Date(now()).toISOString()),
        },
      });
      return (await tookEffect(renewal)) ? again : null;
    },
  };
};
