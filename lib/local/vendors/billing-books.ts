import { createHash } from 'node:crypto';
import { daysInSeconds } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type Fields = Record<string, unknown>;
export type BookedCustomer = Fields & { id: string; email: string | null; metadata: Record<string, string> };
export type BookedSubscription = Fields & { id: string; customer: string };
export type BillingBooks = ReturnType<typeof billingBooks>;

export const demoPrice = 'price_demo';
export const demoBilling = {
  customerId: 'cus_demo',
  subscriptionId: 'sub_demo',
  email: 'demo@adtrail.example',
};
const monthSeconds = daysInSeconds(30);

/** All times of the billing records are epoch seconds. */
export function billingBooks(now: () => number = Date.now) {
  const customers = new Map<string, BookedCustomer>();
  const subscriptions = new Map<string, BookedSubscription>();
  const events = new Map<string, object>();
  const changedAt = new Map<string, number>();
  const seconds = () => Math.floor(now() / 1000);

  function running(id: string, customer: string, metadata: Record<string, string> = {}): BookedSubscription {
    const [start, end] = [seconds(), seconds() + monthSeconds];
    const price = { id: demoPrice, object: 'price', currency: 'usd', unit_amount: 4900, type: 'recurring' };
    const item = {
      id: id.replace(/^sub_/, 'si_'),
      object: 'subscription_item',
      price,
      quantity: 1,
      subscription: id,
      current_period_start: start,
      current_period_end: end,
    };
    return {
      id,
      object: 'subscription',
      customer,
      status: 'active',
      pause_collection: null,
      cancel_at_period_end: false,
      canceled_at: null,
      collection_method: 'charge_automatically',
      created: start,
      currency: 'usd',
      items: {
        object: 'list',
        data: [item],
        has_more: false,
        url: `/v1/subscription_items?subscription=${id}`,
      },
      livemode: false,
      metadata,
    };
  }

  function customerOf(named: { customer?: string; email?: string; userId?: AccountId }): BookedCustomer {
    const { email = null, userId } = named;
    const isNamed = named.customer || email !== null || userId !== undefined;
    const existing = [...customers.values()].find(
      ({ id, email: address, metadata }) =>
        id === (isNamed ? named.customer : demoBilling.customerId) ||
        (!named.customer && ((email !== null && address === email) || (userId !== undefined && metadata.user_id === String(userId)))),
    );
    const metadata = { ...existing?.metadata, ...(userId !== undefined && { user_id: String(userId) }) };
    const id = existing?.id ?? named.customer ?? `cus_${shortHash(email ?? `user ${userId}`)}`;
    const customer = {
      ...(existing ?? { id, object: 'customer', created: seconds(), livemode: false }),
      id,
      email: email ?? existing?.email ?? null,
      metadata,
    };
    customers.set(id, customer);
    return customer;
  }

  const books = {
    seconds,
    running,
    customerOf,
    customer: (id: string) => customers.get(id),
    subscription: (id: string) => subscriptions.get(id),
    changedAt: (id: string) => changedAt.get(id) ?? 0,
    event: (id: string) => events.get(id),
    keep: (event: { id: string }) => void events.set(event.id, event),
    subscriptionsOf: (customerId: string) => [...subscriptions.values()].filter(({ customer }) => customer === customerId),
    enter(subscription: BookedSubscription, at = seconds()) {
      subscriptions.set(subscription.id, subscription);
      changedAt.set(subscription.id, at);
      return subscription;
    },
  };
  const { customerId, subscriptionId, email } = demoBilling;
  customerOf({ customer: customerId, email, userId: 1 });
  books.enter(running(subscriptionId, customerId), 0);
  return books;
}

export const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 14);
