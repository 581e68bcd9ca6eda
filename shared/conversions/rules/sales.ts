import { hours } from '#shared/values/durations.ts';
import { parseExactly } from '#shared/values/json.ts';
import type { Conversion } from './conversions.ts';

export type Sale = Pick<Conversion, 'eventId' | 'eventType' | 'value' | 'currency'> & {
  orderNumber: string;
  at: string;
};

const orderFields = ['order_number', 'order_id', 'order', 'transaction_id'];
const maxOrderLength = 128;

export function saleOf(conversion: Conversion): Sale | null {
  const { eventId, eventType, value, currency, counts, receivedAt: at } = conversion;
  if (!counts || value === '0') return null;
  const orderNumber = orderNumberOf(conversion);
  return orderNumber ? { eventId, eventType, value, currency, orderNumber, at } : null;
}

/** An order number in the properties precedes that in the event ID, whose form is `<type>:<number>`. */
export function orderNumberOf({ properties, eventId, eventType }: Conversion): string {
  const fields = properties ? (parseExactly(properties) as Record<string, unknown>) : {};
  const orderName = orderFields.map((name) => fields[name]).find((value) => typeof value === 'string' || typeof value === 'number');
  const text = orderName === undefined && eventId.startsWith(`${eventType}:`) ? eventId.slice(eventType.length + 1) : orderName;
  return String(text ?? '').slice(0, maxOrderLength);
}

/** A shop writes the number 1001 also as `#1001`. */
export const bareNumber = (orderNumber: string) => orderNumber.replace(/^#/, '');

/** A second event of its type can share a number that differs from that of the event ID. */
export const hasOwnNumber = ({ orderNumber, eventId }: Sale): boolean => !eventId.endsWith(`:${bareNumber(orderNumber)}`);

/** Two events report the same sale if it arrived under two IDs, of one type or of two. */
export const isSameSale = (other: Sale, sale: Sale): boolean =>
  other.eventId !== sale.eventId &&
  bareNumber(other.orderNumber) === bareNumber(sale.orderNumber) &&
  other.value === sale.value &&
  other.currency === sale.currency &&
  Math.abs(Date.parse(other.at) - Date.parse(sale.at)) <= hours(1) &&
  (other.at < sale.at || (other.at === sale.at && other.eventId < sale.eventId));
