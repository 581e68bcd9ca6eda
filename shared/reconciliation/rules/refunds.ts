import { addDecimals, type Decimal, isLess, subtractDecimals } from '#shared/values/decimal.ts';
import type { ArrivedEvent } from './events.ts';
import type { Order } from './orders.ts';

type Amounts = Pick<Order, 'value' | 'refunded'>;
type Values = Pick<ArrivedEvent, 'value' | 'gross' | 'isRefunded'>;

export const distance = (a: Decimal, b: Decimal): Decimal =>
  isLess(a, b) ? subtractDecimals(b, a) : subtractDecimals(a, b);
const isNear = (a: Decimal, b: Decimal, tolerance: Decimal): boolean => !isLess(tolerance, distance(a, b));

/**
 * Returns how the value of an order and the net value of its event agree. A net value that is less by a refund agrees too:
 * the file says the refund, or it has no refunds and the value before the refund is that of the file.
 */
export function agreementOf(
  { value, refunded }: Amounts,
  event: Values,
  tolerance: Decimal,
): 'value' | 'refund' | null {
  if (isNear(event.value, value, tolerance)) return 'value';
  const isRefunded =
    refunded === null
      ? event.isRefunded && isNear(event.gross, value, tolerance)
      : !isLess(value, refunded) && isNear(event.value, subtractDecimals(value, refunded), tolerance);
  return isRefunded ? 'refund' : null;
}

/**
 * Returns what remains of an order by the file. The value of a file is that before refunds, unless the event's gross value is
 * their sum. `null` means that the file has no refunds and adtrail has a refund, so that the file does not say what remains.
 */
export function remainingOf({ value, refunded }: Amounts, event: Values, tolerance: Decimal): Decimal | null {
  if (refunded === null) return event.isRefunded ? null : value;
  const isAfterRefunds =
    isLess(value, refunded) ||
    (isNear(event.gross, addDecimals(value, refunded), tolerance) && !isNear(event.gross, value, tolerance));
  return isAfterRefunds ? value : subtractDecimals(value, refunded);
}
