import { bareNumber } from '#shared/conversions/rules/sales.ts';
import type { Order } from '#shared/orders/rules/order.ts';
import { minutes } from '#shared/values/durations.ts';
import type { Match } from './categories.ts';
import { type ArrivedEvent, isDouble, type Rejection } from './events.ts';
import { similarMinutes } from './limits.ts';

export const amountOf = ({ value, currency }: { value: string; currency: string }): string => `${value} ${currency}`;

const grossOf = ({ gross, currency }: ArrivedEvent) => amountOf({ value: gross, currency });

/** A candidate is a double of an order's event, an event under another ID, or extra. */
export function matcher(candidates: readonly ArrivedEvent[], rejections: ReadonlyMap<string, Rejection>, eventType: string) {
  const byNumber = Map.groupBy(candidates, ({ orderNumber }) => bareNumber(orderNumber));
  byNumber.delete('');
  const used = new Set<string>();
  const similar = similarEvents(candidates, eventType);

  function underAnotherId(order: Order): ArrivedEvent | null {
    const fitting = (byNumber.get(bareNumber(order.orderId)) ?? []).filter(
      (event) => !used.has(event.eventId) && (event.eventType === eventType || (event.isCounted && grossOf(event) === amountOf(order))),
    );
    const rank = (event: ArrivedEvent) => `${event.eventType === eventType ? 0 : 1} ${event.receivedAt} ${event.eventId}`;
    return fitting.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))[0] ?? null;
  }

  return {
    matchOf(order: Order, eventId: string, event: ArrivedEvent | null): Match {
      const main = event ?? underAnotherId(order);
      if (!main)
        return {
          event: null,
          doubles: [],
          rejection: rejections.get(eventId) ?? null,
          similarId: similar(order, used),
        };
      used.add(main.eventId);
      const doubles = (byNumber.get(bareNumber(main.orderNumber)) ?? []).filter(
        (other) => !used.has(other.eventId) && isDouble(main, other),
      );
      for (const { eventId: id } of doubles) used.add(id);
      return { event: main, doubles, rejection: null };
    },

    extra: ([from, to]: readonly [number, number]): ArrivedEvent[] =>
      candidates.filter(
        (event) => event.eventType === eventType && !used.has(event.eventId) && event.occurredAt >= from && event.occurredAt < to,
      ),
  };
}

export const similarMs = minutes(similarMinutes);

/** Finds an event of the order's value, currency and time that has another ID. Each event is found once. */
function similarEvents(candidates: readonly ArrivedEvent[], eventType: string) {
  const ofType = candidates.filter((event) => event.eventType === eventType);
  const byAmount = Map.groupBy(ofType, grossOf);
  const taken = new Set<string>();
  return (order: Order, used: ReadonlySet<string>): string | null => {
    const away = (event: ArrivedEvent) => Math.abs(event.occurredAt - order.occurredAt);
    const fitting = (byAmount.get(amountOf(order)) ?? []).filter(
      (event) => away(event) <= similarMs && !taken.has(event.eventId) && !used.has(event.eventId),
    );
    const nearest = fitting.sort((a, b) => away(a) - away(b) || (a.eventId < b.eventId ? -1 : 1))[0];
    if (nearest) taken.add(nearest.eventId);
    return nearest?.eventId ?? null;
  };
}
