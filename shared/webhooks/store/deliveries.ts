import type { EffectOf } from '#shared/messages/effects.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import type { Attempt, Delivery } from '#shared/webhooks/rules/delivery.ts';
import { maxAttempts, placeOf } from '#shared/webhooks/rules/delivery.ts';
import type { WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import { laneEnd } from '#shared/webhooks/rules/endpoint.ts';
import type { WebhookEvent } from '#shared/webhooks/rules/event.ts';
import {
  addToLanes,
  deliveryKey,
  isForLane,
  newDelivery,
  type StoredDelivery,
  type WantedDelivery,
} from './new-delivery.ts';

export type WebhookDeliveries = ReturnType<typeof webhookDeliveriesIn>;
type Of = Pick<Delivery, 'accountId' | 'endpointId'>;
type Stored = StoredDelivery;

/** A lane's run seldom handles more deliveries, and pays for each read item. */
const lanePageItems = 100;
const maxRead = 500;

export const webhookDeliveriesIn = (table: Table, { now }: { now: () => number }) => {
  const workOf = (
    delivery: Pick<Delivery, keyof Of | 'at' | 'eventId' | 'attempts'>,
    turn: string,
    dueAt?: string,
  ) => {
    const { accountId, endpointId, attempts } = delivery;
    const effect: EffectOf<'webhook_work'> = {
      kind: 'webhook_work',
      id: `webhook_work#${endpointId}#${delivery.eventId}#${turn}#${attempts}`,
      account_id: accountId,
      endpoint_id: endpointId,
      work: { delivery: placeOf(delivery), attempts },
      due_at: dueAt ?? null,
    };
    return JSON.stringify([effect]);
  };

  return {
    async add(
      event: WebhookEvent,
      endpoint: WebhookEndpoint,
    ): Promise<{ delivery: Delivery; isForLane: boolean }> {
      const item = newDelivery({ event, endpoint }, now());
      const isHeld = item.status === 'held';
      const earlierDelivery = await table.putNew<Stored>({
        ...item,
        ...(!isHeld && { effects: workOf(item, 'first') }),
      });
      // An earlier attempt may have died before it removed the delivery from the lane.
      return {
        delivery: earlierDelivery ?? item,
        isForLane: earlierDelivery !== null && isForLane(earlierDelivery),
      };
    },

    addToLanes: (wantedDeliveries: readonly WantedDelivery[]) => addToLanes(wantedDeliveries, table, now()),

    /** Makes one strongly consistent read. */
    at: (of: Of, place: string): Promise<Delivery | null> =>
      table.get<Stored>(deliveryKey(of, place), { consistent: true }),

    from: (of: Of, place: string): AsyncGenerator<Delivery> =>
      table.query<Stored>(deliveryKey(of, '').pk, [place, laneEnd], {
        consistent: true,
        pageItems: lanePageItems,
      }),

    async page(
      of: Of,
      {
        before,
        limit,
        wanted: isWanted,
      }: { before?: string | undefined; limit: number; wanted?: (delivery: Delivery) => boolean },
    ): Promise<{ deliveries: Delivery[]; next: string | null }> {
      const deliveries: Delivery[] = [];
      let start = before;
      const pageItems = isWanted ? Math.max(limit, 100) : limit;
      for (let readItems = 0; ; ) {
        const { items, more } = await table.last<Stored>(deliveryKey(of, '').pk, {
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

    async succeeded(delivery: Delivery, attempt: Attempt): Promise<void> {
      await tookEffect(
        table.update({
          key: deliveryKey(delivery, placeOf(delivery)),
          update:
            'SET #status = :delivered, deliveredAt = :at, lastAttempt = :last REMOVE effects, nextAttemptAt',
          condition: 'attribute_exists(pk)',
          names: { '#status': 'status' },
          values: { ':delivered': 'delivered', ':at': attempt.at, ':last': attempt },
        }),
      );
    },

    /** A record by another worker, or a success, remains. `restarts` marks a replay. */
    async failed(
      delivery: Delivery,
      attempt: Attempt,
      { nextAt, ownTimer, restarts = false }: { nextAt: string; ownTimer: boolean; restarts?: boolean },
    ): Promise<void> {
      const attempts = (restarts ? 0 : delivery.attempts) + 1;
      const isLast = attempts >= maxAttempts;
      const effects = isLast || !ownTimer ? null : workOf({ ...delivery, attempts }, attempt.at, nextAt);
      const removed = [effects ? '' : 'effects', isLast ? 'nextAttemptAt' : ''].filter(Boolean);
      await tookEffect(
        table.update({
          key: deliveryKey(delivery, placeOf(delivery)),
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

    async replay(of: Of, place: string): Promise<Delivery | null> {
      const delivery = await this.at(of, place);
      if (!delivery) return null;
      const again = { ...delivery, status: 'pending' as const, attempts: 0 };
      const renewal = table.update({
        key: deliveryKey(of, place),
        update:
          'SET #status = :pending, attempts = :none, effects = :effects REMOVE nextAttemptAt, deliveredAt',
        condition: 'attribute_exists(pk)',
        names: { '#status': 'status' },
        values: {
          ':pending': 'pending',
          ':none': 0,
          ':effects': workOf(again, new Date(now()).toISOString()),
        },
      });
      return (await tookEffect(renewal)) ? again : null;
    },
  };
};
