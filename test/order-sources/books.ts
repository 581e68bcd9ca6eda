import type { ConversionStep, Step } from '#shared/order-sources/rules/steps.ts';
import { netOf, newOrder, type OrderPart, type OrderState, withPart } from '#shared/orders/rules/order-parts.ts';

type Entry = { eventType: string; gross: string; net: string; currency: string; clickId: string | null };

/** Applies steps as the writer of the service does, in memory. */
export function books() {
  const events = new Map<string, Entry>();
  const claims = new Map<string, string>();
  const orders = new Map<string, OrderState>();
  const links = new Map<string, string>();
  const waiting = new Map<string, OrderPart[]>();
  const held: ConversionStep[] = [];

  const claim = ({ orderKey, eventId, eventType, value, currency, clickId }: ConversionStep) => {
    if (claims.has(orderKey)) return;
    claims.set(orderKey, eventId);
    if (!events.has(eventId)) events.set(eventId, { eventType, gross: value, net: value, currency, clickId });
  };
  const place = (orderKey: string, part: OrderPart) => orders.set(orderKey, withPart(orders.get(orderKey) ?? newOrder, part));
  const release = (payment: string) => {
    const orderKey = links.get(payment);
    if (orderKey !== undefined) for (const part of waiting.get(payment) ?? []) place(orderKey, part);
  };

  return {
    /** The shop's own server sent it. */
    send: (eventId: string, entry: Omit<Entry, 'net'>) => void (events.has(eventId) || events.set(eventId, { ...entry, net: entry.gross })),
    apply(step: Step): void {
      if (step.kind === 'conversion' && step.holdSeconds > 0) held.push(step);
      else if (step.kind === 'conversion') claim(step);
      else if (step.kind === 'part') place(step.orderKey, step.part);
      else if (step.kind === 'waiting') {
        waiting.set(step.for, [...(waiting.get(step.for) ?? []), step.part]);
        release(step.for);
      } else if (step.kind === 'link') {
        links.set(step.from, step.to);
        release(step.from);
      }
    },
    /** Claims the held conversions. Each order's net becomes that of its event. */
    close(): Map<string, Entry> {
      held.forEach(claim);
      for (const [orderKey, eventId] of claims) {
        const [entry, stated] = [events.get(eventId), netOf(orders.get(orderKey) ?? newOrder)];
        if (entry && stated) entry.net = stated.net;
      }
      return events;
    },
  };
}
