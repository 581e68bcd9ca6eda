import { randomInt } from 'node:crypto';
import type { User } from '#shared/accounts/rules/users.ts';
import { billingSignature } from '#shared/http/webhook-signatures.ts';
import { newUser, operatorToken, type TestApp } from '#test/kit/harness.ts';
import { webhookSecrets } from '#test/kit/secrets-json.ts';

export const operator = { 'x-svc-dev-token': operatorToken };
export const prices = {
  BILLING_PRICE_CREDITS: JSON.stringify({ price_plan: 100, price_seat: 7, price_free: 0 }),
};

export type EventBody = { id: string; type: string; created: number; data: { object: object } };
let count = 0;
const fresh = (prefix: string) => `${prefix}_${++count}_${randomInt(2 ** 40)}`;

export const eventOf = (type: string, object: object, created: number, id = fresh('evt')): EventBody => ({
  id,
  type,
  created,
  data: { object },
});
export const pause = { behavior: 'void', resumes_at: null };

export const linesOf = (...lines: { price: string; quantity?: number; proration?: boolean }[]) => ({
  data: lines.map(({ price, quantity = 1, proration = false }) => ({
    quantity,
    pricing: { type: 'price_details', price_details: { price, product: 'prod_1' } },
    parent: { type: 'subscription_item_details', subscription_item_details: { proration } },
  })),
});

export const send = (app: TestApp, body: EventBody) =>
  app.billing.receiveBillingEvent({
    body,
    headers: {
      'stripe-signature': billingSignature(JSON.stringify(body), {
        secret: webhookSecrets.billing_webhook_secret,
        now: app.world.clock.now,
      }),
    },
  });

export async function customer(app: TestApp, given: Partial<User> = {}) {
  const user = await newUser(app, given);
  const [customerId, subscriptionId] = [fresh('cus'), fresh('sub')];
  const at = Math.floor(app.world.clock.now / 1000);
  app.world.processor.customers.set(customerId, { userId: null, email: user.email });
  const known = {
    id: subscriptionId,
    customerId,
    status: 'active',
    isCollectionPaused: false,
    periodEnd: null,
  };
  const subscription = (given: object = {}) => ({
    id: subscriptionId,
    object: 'subscription',
    customer: customerId,
    status: 'active',
    pause_collection: null,
    items: { data: [{ current_period_end: at + 86_400 }] },
    ...given,
  });
  const invoice = (given: object = {}) => ({
    id: fresh('in'),
    object: 'invoice',
    customer: customerId,
    customer_email: user.email,
    billing_reason: 'subscription_cycle',
    amount_paid: 4900,
    parent: { type: 'subscription_details', subscription_details: { subscription: subscriptionId } },
    lines: linesOf({ price: 'price_plan' }),
    ...given,
  });
  return {
    ...user,
    customerId,
    subscriptionId,
    at,
    subscription,
    invoice,
    has: (given: object = {}) => app.world.processor.subscriptions.set(subscriptionId, { ...known, ...given }),
    updated: (given: object = {}, created = at) => send(app, eventOf('customer.subscription.updated', subscription(given), created)),
    paid: (given: object = {}) => send(app, eventOf('invoice.payment_succeeded', invoice(given), at)),
    status: async () => (await app.users.byId(user.id))?.paidStatus,
    amounts: async () => (await app.ledger.page(user.id, { limit: 100 })).transactions.map(({ amount }) => amount).reverse(),
    pause: (at = app) => at.operators.pauseBillingSubscription({ body: { user_id: user.id }, headers: operator }),
    audited: async (at = app) => {
      const query = { user_id: user.id, limit: 100 };
      const { body } = await at.operators.listAudit({ query, headers: operator });
      return 'entries' in body ? body.entries.map(({ action }) => action) : [];
    },
  };
}

export const permutations = <T>(list: readonly T[]): T[][] =>
  list.length === 0 ? [[]] : list.flatMap((one, place) => permutations(list.toSpliced(place, 1)).map((rest) => [one, ...rest]));
