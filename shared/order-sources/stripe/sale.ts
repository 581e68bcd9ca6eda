import { clickIdOf, storedClickId } from '#shared/conversions/rules/click-id.ts';
import { isIncompleteId, userIdOf } from '#shared/conversions/rules/placeholders.ts';
import { eventIdOf, maxEventId } from '#shared/orders/rules/order-id.ts';
import { isPlain } from '#shared/values/plain-text.ts';
import type { ConversionStep, LinkStep, Step } from '../rules/steps.ts';
import { type Context, keyOf } from './context.ts';
import { moneyOf, type StripeMoney } from './money.ts';
import type { Metadata } from './objects.ts';

export type Paid = StripeMoney & {
  withoutTax: number;
  /** The same amount in the buyer's currency. */
  other: StripeMoney | null;
};

type Sale = Pick<ConversionStep, 'eventType' | 'eventId' | 'occurredAt' | 'clickId' | 'user' | 'page' | 'customer'> & {
  /** The invoice, else the payment, else the session. */
  orderId: string;
  paid: Paid;
  /** Payments whose refunds are refunds of the order. */
  payments: readonly (string | null | undefined)[];
  holdSeconds?: number;
};

export function stepsOfSale({ orderId, paid, payments, holdSeconds = 0, ...sale }: Sale, { settings, at, eventId }: Context): Step[] {
  const orderKey = keyOf(orderId);
  const { amount, currency } = moneyOf(paid);
  const { amount: value } = moneyOf({ ...paid, units: settings.value === 'paid' ? paid.units : paid.withoutTax });
  const other = paid.other && moneyOf(paid.other);
  const properties = other ? { presentment_amount: other.amount, presentment_currency: other.currency } : {};
  const part = { kind: 'total', id: 'total', amount, currency, value, ...(other && { other }), state: 'settled', at, eventId } as const;
  return [
    { kind: 'conversion', orderKey, ...sale, value, currency, properties, holdSeconds },
    { kind: 'part', orderKey, part },
    ...payments.flatMap((payment) => (payment ? [linkOf(payment, orderId)] : [])),
  ];
}

export const linkOf = (paymentId: string, orderId: string): LinkStep => ({ kind: 'link', from: keyOf(paymentId), to: keyOf(orderId) });

/**
 * An order that the shop named has the shop's ID, so that its server and this source send the same event. A text that the service
 * would refuse, or that many orders would share, is no name.
 */
export function orderEventId(metadata: Metadata, orderId: string, { settings }: Context): string {
  const own = metadata?.order?.trim() ?? '';
  const isUsable = userIdOf(own) !== null && !isIncompleteId(own) && isPlain(own);
  const eventId = eventIdOf(settings.id_template, isUsable ? own : keyOf(orderId));
  return eventId.length <= maxEventId ? eventId : eventIdOf(settings.id_template, keyOf(orderId));
}

const ownClickId = /^s_[0-9A-Za-z]{22}$/;

/** `client_reference_id` is often the shop's own number, so only a click ID is taken from it. */
export function clickOf(metadata: Metadata, clientReferenceId?: string | null): string | null {
  if (clientReferenceId && ownClickId.test(clientReferenceId)) return clientReferenceId;
  const [text] = [metadata?.svc_click_id, metadata?.click].flatMap((value) => userIdOf(value ?? '') ?? []);
  const clickId = text === undefined ? '' : storedClickId(clickIdOf(text));
  return clickId !== '' && isPlain(clickId) ? clickId : null;
}

export const userOf = (object: { customer?: string | null | undefined; customer_account?: string | null | undefined }): string | null =>
  object.customer ?? object.customer_account ?? null;
