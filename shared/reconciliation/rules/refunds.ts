import type { Order, ValueForm } from '#shared/orders/rules/order.ts';
import { lessRefund } from '#shared/orders/rules/refund.ts';
import { minorUnitDigits } from '#shared/values/currencies.ts';
import { addDecimals, type Decimal, isLess, subtractDecimals } from '#shared/values/decimal.ts';
import type { ArrivedEvent } from './events.ts';

export type Comparing = { tolerance: Decimal; valueForm: ValueForm };

type Amounts = Pick<Order, 'value' | 'refunded' | 'currency'>;
type Values = Pick<ArrivedEvent, 'value' | 'gross' | 'isRefunded'>;

export const distance = (a: Decimal, b: Decimal): Decimal => (isLess(a, b) ? subtractDecimals(b, a) : subtractDecimals(a, b));

const halfOf = (currency: string): Decimal => {
  const digits = minorUnitDigits(currency);
  return digits === 0 ? '0.5' : `0.${'0'.repeat(digits)}5`;
};

/** A difference below half of the smallest unit is of the arithmetic, not of the shop. */
const nearIn =
  (currency: string, tolerance: Decimal) =>
  (a: Decimal, b: Decimal): boolean => {
    if (a === b) return true;
    const difference = distance(a, b);
    return !isLess(tolerance, difference) || isLess(difference, halfOf(currency));
  };

export type Comparison = {
  /** The shop kept this amount, which is the value where the file has no refunds. */
  kept: Decimal;
  gross: Decimal;
  /** The net value that the event should have; `null` if only adtrail knows a refund. */
  target: Decimal | null;
  agreement: 'value' | 'refund' | null;
  isGrossEqual: boolean;
};

/**
 * Refunds of the file are compared with net values, and orders with gross values. Without a declared form, the value
 * is that before refunds, unless the event's gross value is value and refunds together.
 */
export function compared(order: Amounts, event: Values, { tolerance, valueForm }: Comparing): Comparison {
  const { value, refunded, currency } = order;
  const isNear = nearIn(currency, tolerance);
  if (refunded === null) {
    const isGrossEqual = isNear(event.gross, value);
    const isRefundedHere = event.isRefunded && isGrossEqual;
    const agreement = isNear(event.value, value) ? 'value' : isRefundedHere ? 'refund' : null;
    return { kept: value, gross: value, target: event.isRefunded ? null : value, agreement, isGrossEqual };
  }
  const seemsAfterRefunds = !isNear(event.gross, value) && (isLess(value, refunded) || isNear(event.gross, addDecimals(value, refunded)));
  const isAfter = valueForm === 'after_refunds' || (valueForm === null && seemsAfterRefunds);
  const kept = isAfter ? value : lessRefund(value, refunded);
  const gross = isAfter ? addDecimals(value, refunded) : value;
  const agreement = !isNear(event.value, kept) ? null : isNear(event.value, value) ? 'value' : 'refund';
  return { kept, gross, target: kept, agreement, isGrossEqual: isNear(event.gross, gross) };
}

/** The net value that a repair gives the event; `null` if it leaves the event alone. */
export function repairedNet(order: Amounts, event: Values, comparing: Comparing): Decimal | null {
  const { target } = compared(order, event, comparing);
  return target === null || nearIn(order.currency, '0')(target, event.value) ? null : target;
}
