import { addDecimals, type Decimal, isLess, subtractDecimals } from '#shared/values/decimal.ts';
import type { ArrivedEvent } from './events.ts';
import type { Order } from './orders.ts';

type Amounts = Pick<Order, 'value' | 'refunded'>;
type Values = Pick<ArrivedEvent, 'value' | 'gross' | 'isRefunded'>;

export const distance = (a: Decimal, b: Decimal): Decimal =>
  isLess(a, b) ? subtractDecimals(b, a) : subtractDecimals(a, b);
const isNear = (a: Decimal, b: Decimal, tolerance: Decimal): boolean => !isLess(tolerance, distance(a, b));

/** The values agree if the file has the refund, or if it has no refunds and the value before them. */
export function agreementOf(
  { value, refunded }: Amounts,
  event: Values,
  tolerance: Decimal,
): 'value' | 'refund' | null {
  if (isNear(event.value, value, tolerance)) return 'value';
  const isRefunded =
    refunded === null
      ? event.isRefunded && isNear(event.gross, value, tolerance)
      : (!isLess(value, refunded) || isNear(event.gross, value, tolerance)) &&
        isNear(event.value, lessRefund(value, refunded), tolerance);
  return isRefunded ? 'refund' : null;
}

const lessRefund = (value: Decimal, refunded: Decimal): Decimal =>
  isLess(value, refunded) ? '0' : subtractDecimals(value, refunded);

/**
 * The file's value counts as before refunds, unless the event's gross value is value and refunds together. Returns
 * `null` if only adtrail has a refund.
 */
export function remainingOf({ value, refunded }: Amounts, event: Values, tolerance: Decimal): Decimal | null {
  if (refunded === null) return event.isRefunded ? null : value;
  const isAfterRefunds =
    !isNear(event.gross, value, tolerance) &&
    (isLess(value, refunded) || isNear(event.gross, addDecimals(value, refunded), tolerance));
  return isAfterRefunds ? value : lessRefund(value, refunded);
}
