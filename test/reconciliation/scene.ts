import { byTime, type Order } from '#shared/orders/rules/order.ts';
import { defaultIdTemplate, eventIdOf } from '#shared/orders/rules/order-id.ts';
import { defaultRules, standingsBy } from '#shared/reconciliation/rules/account-rules.ts';
import { matcher } from '#shared/reconciliation/rules/candidates.ts';
import { type Facts, type Placed, placed, placedExtra } from '#shared/reconciliation/rules/categories.ts';
import { daysIn } from '#shared/reconciliation/rules/days-in.ts';
import type { ArrivedEvent, Rejection } from '#shared/reconciliation/rules/events.ts';
import { addPlaced, type Figures, noFigures } from '#shared/reconciliation/rules/figures.ts';

export const noon = Date.parse('2026-11-20T12:00:00Z');

export const orderOf = (orderId: string, value: string, more: Partial<Order> = {}): Order => ({
  orderId,
  occurredAt: noon,
  value,
  currency: 'USD',
  status: 'paid',
  salesChannel: null,
  isTest: false,
  tax: null,
  shipping: null,
  refunded: null,
  clickId: null,
  userHash: null,
  notPaid: null,
  ...more,
});

export const eventOf = (orderId: string, value: string, more: Partial<ArrivedEvent> = {}): ArrivedEvent => ({
  eventId: eventIdOf(defaultIdTemplate, orderId),
  eventType: 'order_created',
  value,
  currency: 'USD',
  occurredAt: noon,
  receivedAt: new Date(noon).toISOString(),
  isCounted: true,
  reason: null,
  gross: value,
  isRefunded: false,
  pixelKey: 'pk_1',
  channel: 'paid_search',
  sid: `s_${orderId}`,
  orderNumber: orderId,
  ...more,
});

export const facts: Facts = {
  standingOf: standingsBy(defaultRules, null),
  format: null,
  valueForm: null,
  eventType: 'order_created',
  dayOf: daysIn('UTC'),
  tolerance: '0',
};

export function reconciled(
  orders: readonly Order[],
  events: readonly ArrivedEvent[],
  {
    rejections = [],
    inner = [0, Number.POSITIVE_INFINITY],
    of = facts,
  }: { rejections?: readonly Rejection[]; inner?: readonly [number, number]; of?: Facts } = {},
): { all: Placed[]; figures: Figures } {
  const ids = new Set(orders.map(({ orderId }) => eventIdOf(defaultIdTemplate, orderId)));
  const fitting = new Map(events.flatMap((event) => (ids.has(event.eventId) ? [[event.eventId, event]] : [])));
  const { matchOf, extra } = matcher(
    events.filter(({ eventId }) => !ids.has(eventId)),
    new Map(rejections.map((rejection) => [rejection.eventId, rejection])),
    of.eventType,
  );
  const ofOrders = [...orders].sort(byTime).map((order) => {
    const eventId = eventIdOf(defaultIdTemplate, order.orderId);
    return placed(order, matchOf(order, eventId, fitting.get(eventId) ?? null), of);
  });
  const all = [...ofOrders, ...extra(inner).map(placedExtra)];
  const figures = noFigures();
  for (const one of all) addPlaced(figures, one, of.dayOf);
  return { all, figures };
}
