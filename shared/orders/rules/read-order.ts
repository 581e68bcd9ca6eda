import { ExternalUserId } from '#shared/conversions/event-fields.ts';
import { ClickId } from '#shared/conversions/event-schema.ts';
import { maxAheadHours } from '#shared/conversions/rules/limits.ts';
import { userIdOf } from '#shared/conversions/rules/placeholders.ts';
import type { DateFormat } from '#shared/files/dates.ts';
import { isCurrency } from '#shared/values/currencies.ts';
import { type Decimal, decimalOf, decimalPlaces, isLess, maxDecimalPlaces } from '#shared/values/decimal.ts';
import { hours } from '#shared/values/durations.ts';
import { isPlain } from '#shared/values/plain-text.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';
import type { NotPaid } from './order.ts';
import { eventIdOf, isRoundedId, maxEventId } from './order-id.ts';
import type { ReadOrder } from './order-texts.ts';
import { orderTime } from './order-times.ts';
import type { OrderField, SentOrder } from './sent-order.ts';
import { type StandingOf, statusOf } from './status.ts';

export type OrderFacts = {
  idTemplate: string;
  currency: string | null;
  timeZone: string;
  dateFormat: DateFormat | null;
  from: string | null;
  to: string | null;
  standingsOf: (format: string | null) => StandingOf;
};
const maxValue = '1000000000000';

export type Note = (field: OrderField, code: string, message: string) => void;

export function readOrder(sentOrder: SentOrder, facts: OrderFacts & { format: string | null }, now: number, problem: Note): ReadOrder {
  const orderId = sentOrder.order_id ?? '';
  if (orderId === '') problem('order_id', 'missing', 'An order ID is required');
  else if (!isPlain(orderId)) problem('order_id', 'not_plain', 'Control characters are not allowed');
  else if (isRoundedId(orderId))
    problem('order_id', 'rounded_id', 'A spreadsheet rounded this ID: export the file again, or name another column');
  else if (eventIdOf(facts.idTemplate, orderId).length > maxEventId)
    problem('order_id', 'too_long', `With the template, an ID has at most ${maxEventId} characters`);
  const currency = (sentOrder.currency ?? facts.currency ?? '').toUpperCase();
  if (currency === '') problem('currency', 'no_currency', 'No currency: send `currency`');
  else if (!isCurrency(currency)) problem('currency', 'not_a_currency', 'A currency of ISO 4217 expected, such as USD');
  const value = amount('value', sentOrder.value, problem);
  if (sentOrder.value === undefined) problem('value', 'missing', 'A value is required');
  const status = shortText('status', sentOrder.status, problem);
  const kind = status === null ? undefined : statusOf(status, facts.format)?.kind;
  const refunded = amount('refunded', sentOrder.refunded, problem);
  return {
    orderId,
    currency,
    value: value ?? '0',
    occurredAt: timeOf(sentOrder.occurred_at, facts, now, problem),
    status,
    salesChannel: shortText('channel', sentOrder.channel, problem),
    isTest: flag(sentOrder.test, problem),
    tax: amount('tax', sentOrder.tax, problem),
    shipping: amount('shipping', sentOrder.shipping, problem),
    // Without a column of refunds, the status says that nothing was kept.
    refunded: refunded ?? (kind === 'refunded' ? value : null),
    notPaid: notPaidOf(sentOrder, { kind, value: value ?? '0' }, problem),
    clickId: clickOf(sentOrder.svc_click_id, problem),
    userId: userOf(sentOrder.external_user_id, problem),
  };
}

function timeOf(text: string | undefined, facts: OrderFacts, now: number, problem: Note): number {
  const { timeZone, dateFormat, from, to } = facts;
  if (text === undefined) {
    problem('occurred_at', 'missing', 'The time of the order is required');
    return 0;
  }
  const at = orderTime(text, timeZone, dateFormat);
  if (at === undefined) problem('occurred_at', 'not_a_time', 'A time expected, such as 2026-11-21T09:30:00Z');
  else if (at === null) problem('occurred_at', 'ambiguous_date', 'It is not clear which number is the month: send `date_format`');
  else if (at > now + hours(maxAheadHours)) problem('occurred_at', 'future_time', `More than ${maxAheadHours} hours in the future`);
  else if (from !== null || to !== null) {
    const day = dayIn(timeZone, at);
    if ((from !== null && day < from) || (to !== null && day > to)) problem('occurred_at', 'outside_period', 'Not between `from` and `to`');
  }
  return at ?? 0;
}

export function amount(field: OrderField, text: string | undefined, problem: Note): Decimal | null {
  if (text === undefined) return null;
  if (/^-\s*[\d.]/.test(text)) problem(field, 'negative', 'Must not be negative');
  else if (!/^\d{1,100}(\.\d{1,100})?$/.test(text)) problem(field, 'not_a_number', 'An amount expected, such as 12.50');
  else if (isLess(maxValue, decimalOf(text))) problem(field, 'too_large', 'At most 10^12');
  else if (decimalPlaces(decimalOf(text)) > maxDecimalPlaces) problem(field, 'too_many_decimals', `At most ${maxDecimalPlaces} decimals`);
  else return decimalOf(text);
  return null;
}

function shortText(field: OrderField, text: string | undefined, problem: Note): string | null {
  if (text === undefined) return null;
  if (text.length > 100 || !isPlain(text)) problem(field, 'too_long', 'At most 100 plain characters');
  return text;
}

const yes = new Set(['true', '1', 'yes', 'test']);
const no = new Set(['false', '0', 'no', 'live', 'null']);
function flag(text: string | undefined, problem: Note): boolean {
  const word = text?.toLowerCase() ?? 'false';
  if (!yes.has(word) && !no.has(word)) problem('test', 'not_a_flag', '`true` or `false` expected');
  return yes.has(word);
}

/** An order that was paid and is cancelled is a matter of its refund. */
function notPaidOf(
  { cancelled_at: cancelledAt = '', captured, outstanding }: SentOrder,
  { kind, value }: { kind: string | undefined; value: Decimal },
  problem: Note,
): NotPaid | null {
  const isCancelled = cancelledAt !== '' && !no.has(cancelledAt.toLowerCase());
  const hadPayment = kind !== undefined && kind !== 'open' && kind !== 'ended';
  if (isCancelled && !hadPayment) return 'cancelled';
  if (captured !== undefined && no.has(captured.toLowerCase())) return 'not_captured';
  const due = amount('outstanding', outstanding, problem) ?? '0';
  return due !== '0' && !isLess(due, value) && value !== '0' ? 'outstanding' : null;
}

function clickOf(text: string | undefined, problem: Note): string | null {
  if (text === undefined) return null;
  const parsedId = ClickId.safeParse(text);
  if (!parsedId.success) problem('svc_click_id', 'not_a_click_id', parsedId.error.issues[0]?.message ?? '');
  return parsedId.data ?? null;
}

function userOf(text: string | undefined, problem: Note): string | null {
  if (text === undefined) return null;
  const parsedId = ExternalUserId.safeParse(text);
  if (!parsedId.success) problem('external_user_id', 'not_a_user_id', parsedId.error.issues[0]?.message ?? '');
  return parsedId.success ? userIdOf(parsedId.data) : null;
}
