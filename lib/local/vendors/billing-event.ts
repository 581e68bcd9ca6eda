import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { daysInSeconds } from '#shared/values/durations.ts';
import { type BillingBooks, demoPrice, shortHash } from './billing-books.ts';

export const EventRequestSchema = z.looseObject({
  type: z.string().min(1),
  event_id: z.string().min(1).optional(),
  /**
   * The event's time is in epoch seconds. A time before the subscription's last change creates a late event.
   */
  created: z.int().min(0).optional(),
  user_id: z.int().optional(),
  email: z.string().optional(),
  customer: z.string().min(1).optional(),
  subscription: z.string().min(1).optional(),
  /** `paused` abbreviates `pause_collection`. */
  paused: z.boolean().optional(),
  price: z.string().optional(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }).optional(),
});
export type EventRequest = z.output<typeof EventRequestSchema>;
export type MadeEvent = { id: string; type: string; created: number; data: { object: unknown } } & Record<string, unknown>;

const apiVersion = '2026-10-28.endive';
const knownFields = new Set(['type', 'event_id', 'created', 'user_id', 'email', 'paused', 'price', 'data']);
const delivery = new Set(['times', 'delay_ms', 'reorder']);

export function eventOf(request: EventRequest, books: BillingBooks, now: number): MadeEvent {
  const { type, created = now, event_id = newId('evt') } = request;
  const { id, ...fields } = request.data?.object ?? {};
  const rest = Object.entries(request).filter(([name]) => !knownFields.has(name) && !delivery.has(name));
  const objectFields = { ...Object.fromEntries(rest), ...fields, ...(id !== undefined && { id }) };
  const object = type.startsWith('customer.subscription.')
    ? subscriptionOf(request, objectFields, books, created)
    : type.startsWith('invoice.')
      ? invoiceOf(request, objectFields, books, created)
      : { id: newId('obj'), object: type.split('.')[0], ...objectFields };
  return {
    id: event_id,
    object: 'event',
    api_version: apiVersion,
    livemode: false,
    pending_webhooks: 1,
    request: null,
    type,
    created,
    data: { object },
  };
}

type Given = Record<string, unknown>;

const named = ({ customer, email, user_id }: EventRequest) => ({
  ...(customer !== undefined && { customer }),
  ...(email !== undefined && { email }),
  ...(user_id !== undefined && { userId: user_id }),
});

const statusOf: Record<string, Given> = {
  'customer.subscription.deleted': { status: 'canceled' },
  'customer.subscription.paused': { status: 'paused' },
  'customer.subscription.resumed': { status: 'active' },
};

function subscriptionOf(request: EventRequest, givenFields: Given, books: BillingBooks, created: number): Given {
  const { type, paused } = request;
  const customer = books.customerOf(named(request));
  const [existingSubscription] = books.subscriptionsOf(customer.id);
  const { subscription: givenId, ...fields } = givenFields;
  const id = String(fields.id ?? givenId ?? existingSubscription?.id ?? `sub_${shortHash(customer.id)}`);
  const booked = books.subscription(id);
  const isLate = created < books.changedAt(id);
  // A request that sets one state field sends the whole state of the subscription.
  const saysState = isLate || paused !== undefined || 'status' in givenFields || 'pause_collection' in givenFields;
  const usual = books.running(id, customer.id, customer.metadata);
  const object = {
    ...(saysState ? { ...usual, ...(booked && { created: booked.created }) } : (booked ?? usual)),
    ...statusOf[type],
    ...(paused && { pause_collection: { behavior: 'void', resumes_at: null } }),
    ...fields,
    id,
    customer: customer.id,
  };
  return isLate ? object : books.enter(object, created);
}

function invoiceOf(request: EventRequest, givenFields: Given, books: BillingBooks, created: number): Given {
  const customer = books.customerOf(named(request));
  const { subscription: givenId, invoice, amount_paid = 4900, ...fields } = givenFields;
  const [existingSubscription] = books.subscriptionsOf(customer.id);
  const subscription = String(givenId ?? existingSubscription?.id ?? `sub_${shortHash(customer.id)}`);
  const { price = demoPrice } = request;
  const id = invoice ?? newId('in');
  const period = { start: created, end: created + daysInSeconds(30) };
  const line = {
    id: newId('il'),
    object: 'line_item',
    amount: amount_paid,
    currency: 'usd',
    invoice: id,
    quantity: 1,
    period,
    pricing: {
      type: 'price_details',
      price_details: { price, product: 'prod_demo' },
      unit_amount_decimal: '4900',
    },
    parent: {
      type: 'subscription_item_details',
      subscription_item_details: {
        subscription,
        subscription_item: subscription.replace(/^sub_/, 'si_'),
        proration: false,
      },
    },
  };
  return {
    id,
    object: 'invoice',
    customer: customer.id,
    customer_email: customer.email,
    billing_reason: 'subscription_cycle',
    status: 'paid',
    currency: 'usd',
    amount_due: amount_paid,
    amount_paid,
    created,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription, metadata: customer.metadata },
    },
    lines: { object: 'list', data: [line], has_more: false, url: `/v1/invoices/${id}/lines` },
    status_transitions: { paid_at: created },
    ...fields,
  };
}

const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
