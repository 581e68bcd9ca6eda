import type { Order } from '#shared/orders/rules/order.ts';
import { keptOf } from '#shared/orders/rules/refund.ts';
import { type StandingOf, statusOf } from '#shared/orders/rules/status.ts';
import { type Decimal, sumDecimals } from '#shared/values/decimal.ts';
import type { DayOf } from './days-in.ts';
import type { ArrivedEvent, Rejection } from './events.ts';
import { type Comparing, type Comparison, compared, distance } from './refunds.ts';

export const orderCategories = [
  ...(['excluded', 'cancelled_here_counted', 'unclear_status', 'doubled', 'rejected', 'missing'] as const),
  ...(['currency_differs', 'value_differs', 'refund_differs', 'day_differs', 'unattributed', 'ok'] as const),
] as const;
export const categories = [...orderCategories, 'extra'] as const;
export type Category = (typeof categories)[number];
export type OrderCategory = (typeof orderCategories)[number];

/** Orders of these categories take no part in the coverage. */
const notDue = new Set<Category>(['excluded', 'cancelled_here_counted', 'unclear_status']);
export const isDue = (category: Category): boolean => !notDue.has(category);

export const differenceNames = ['tax', 'shipping', 'tax_and_shipping', 'refund'] as const;
export type DifferenceName = (typeof differenceNames)[number];

export type Facts = Comparing & {
  standingOf: StandingOf;
  format: string | null;
  eventType: string;
  dayOf: DayOf;
};
export type Match = {
  event: ArrivedEvent | null;
  doubles: readonly ArrivedEvent[];
  rejection: Rejection | null;
  /** The ID of an event without an order that has the order's value, currency and time. */
  similarId?: string | null;
};
export type Placed = {
  category: Category;
  order: Order | null;
  event: ArrivedEvent | null;
  doubles: readonly ArrivedEvent[];
  reason: string | null;
  differenceName: DifferenceName | null;
  /** The shop kept this amount of the order's value, after its refunds. */
  kept: Decimal;
  similarId: string | null;
};

export function placed(order: Order, match: Match, facts: Facts): Placed {
  const { event, doubles, rejection, similarId = null } = match;
  const comparison = event && compared(order, event, facts);
  const kept = comparison?.kept ?? keptOf(order, facts.valueForm);
  const inCategory = (category: OrderCategory, more: Partial<Placed> = {}): Placed => ({
    category,
    order,
    event,
    doubles,
    reason: null,
    differenceName: null,
    kept,
    similarId: null,
    ...more,
  });
  const standing = facts.standingOf(order);
  if (typeof standing === 'object') {
    const isCounted = standing.isEnded && event?.isCounted && event.value !== '0';
    const { reason } = standing;
    return isCounted ? inCategory('cancelled_here_counted', { reason, kept: '0' }) : inCategory('excluded', { reason });
  }
  if (standing === 'unclear') return inCategory('unclear_status');
  if (!event || !comparison)
    return rejection ? inCategory('rejected', { reason: rejection.code, similarId }) : inCategory('missing', { similarId });
  if (doubles.length > 0) return inCategory('doubled');
  if (event.currency !== order.currency) return inCategory('currency_differs');
  if (hasOtherRefund(order, event, comparison, facts)) return inCategory('refund_differs', { differenceName: 'refund' });
  const { agreement } = comparison;
  if (agreement === null) return inCategory('value_differs', { differenceName: nameOf(order, event, comparison) });
  const differenceName = agreement === 'refund' ? 'refund' : null;
  if (facts.dayOf(order.occurredAt) !== facts.dayOf(event.occurredAt)) return inCategory('day_differs', { differenceName });
  return event.reason === null
    ? inCategory('ok', { differenceName })
    : inCategory('unattributed', { reason: event.reason, differenceName });
}

/** Before refunds the values agree. The file may say that there was a refund, and not how much it was. */
function hasOtherRefund(
  { status, refunded }: Order,
  event: ArrivedEvent,
  { agreement, isGrossEqual }: Comparison,
  { format }: Facts,
): boolean {
  if (!isGrossEqual) return false;
  if (refunded !== null) return agreement === null;
  const isPartial = status !== null && statusOf(status, format)?.kind === 'partially_refunded';
  return isPartial && agreement === 'value' && !event.isRefunded;
}

export const placedExtra = (event: ArrivedEvent): Placed => ({
  category: 'extra',
  order: null,
  event,
  doubles: [],
  reason: null,
  differenceName: null,
  kept: '0',
  similarId: null,
});

function nameOf({ tax, shipping, refunded }: Order, event: ArrivedEvent, { gross, kept }: Comparison): DifferenceName | null {
  const difference = distance(gross, event.gross);
  const netDifference = distance(kept, event.value);
  const both = tax !== null && shipping !== null ? sumDecimals([tax, shipping]) : null;
  if (difference === tax) return 'tax';
  if (difference === shipping) return 'shipping';
  if (difference === both) return 'tax_and_shipping';
  return refunded !== null && refunded !== '0' && (difference === refunded || netDifference === refunded) ? 'refund' : null;
}
