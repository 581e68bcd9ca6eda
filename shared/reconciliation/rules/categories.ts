import { type Decimal, sumDecimals } from '#shared/values/decimal.ts';
import { exclusionOf, type ReconciliationRules } from './account-rules.ts';
import type { DayOf } from './days-in.ts';
import type { ArrivedEvent, Rejection } from './events.ts';
import type { Order } from './orders.ts';
import { agreementOf, distance } from './refunds.ts';

export const orderCategories = [
  ...(['excluded', 'doubled', 'rejected', 'missing', 'currency_differs', 'value_differs'] as const),
  ...(['day_differs', 'unattributed', 'ok'] as const),
] as const;
export const categories = [...orderCategories, 'extra'] as const;
export type Category = (typeof categories)[number];
export type OrderCategory = (typeof orderCategories)[number];

export const differenceNames = ['tax', 'shipping', 'tax_and_shipping', 'refund'] as const;
export type DifferenceName = (typeof differenceNames)[number];

export type Facts = {
  rules: ReconciliationRules;
  eventType: string;
  dayOf: DayOf;
  tolerance: Decimal;
};
export type Match = {
  event: ArrivedEvent | null;
  doubles: readonly ArrivedEvent[];
  rejection: Rejection | null;
};
export type Placed = {
  category: Category;
  order: Order | null;
  event: ArrivedEvent | null;
  doubles: readonly ArrivedEvent[];
  reason: string | null;
  differenceName: DifferenceName | null;
};

export function placed(order: Order, { event, doubles, rejection }: Match, facts: Facts): Placed {
  const inCategory = (
    category: OrderCategory,
    reason: string | null = null,
    differenceName: DifferenceName | null = null,
  ): Placed => ({ category, order, event, doubles, reason, differenceName });
  const exclusion = exclusionOf(order, facts.rules);
  if (exclusion) return inCategory('excluded', exclusion);
  if (!event) return rejection ? inCategory('rejected', rejection.code) : inCategory('missing');
  if (doubles.length > 0) return inCategory('doubled');
  if (event.currency !== order.currency) return inCategory('currency_differs');
  const agreement = agreementOf(order, event, facts.tolerance);
  if (agreement === null) return inCategory('value_differs', null, nameOf(order, event));
  const name = agreement === 'refund' ? 'refund' : null;
  if (facts.dayOf(order.occurredAt) !== facts.dayOf(event.occurredAt))
    return inCategory('day_differs', null, name);
  return event.reason === null
    ? inCategory('ok', null, name)
    : inCategory('unattributed', event.reason, name);
}

export const placedExtra = (event: ArrivedEvent): Placed => ({
  ...{ category: 'extra', order: null, event, doubles: [], reason: null, differenceName: null },
});

function nameOf({ value, tax, shipping, refunded }: Order, event: ArrivedEvent): DifferenceName | null {
  const difference = distance(value, event.value);
  const both = tax !== null && shipping !== null ? sumDecimals([tax, shipping]) : null;
  if (difference === tax) return 'tax';
  if (difference === shipping) return 'shipping';
  if (difference === both) return 'tax_and_shipping';
  return difference === refunded ? 'refund' : null;
}
