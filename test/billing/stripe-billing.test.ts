import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { VendorRequest } from '#lib/local/mock-servers.ts';
import { billing } from '#lib/local/vendors/billing.ts';
import { billingBooks } from '#lib/local/vendors/billing-books.ts';
import { eventOf } from '#lib/local/vendors/billing-event.ts';
import { billingEvents } from '#lib/local/vendors/billing-events.ts';
import { type VendorServer, vendorServer } from '#lib/local/vendors/vendor-server.ts';
import type { Billing } from '#shared/billing/billing.ts';
import { InvoiceObject, SubscriptionObject } from '#shared/billing/processor-objects.ts';
import { stripeBilling, stripeCodeOf, stripeVersion } from '#shared/billing/vendors/stripe-billing.ts';
import { vendorCall } from '#shared/vendors/vendor-call.ts';
import { VendorUnavailable } from '#shared/vendors/vendor-unavailable.ts';

const noted: Omit<VendorRequest, 'at'>[] = [];
const faults: { status?: number; delay_ms?: number; cut?: boolean }[] = [];
let books: ReturnType<typeof billingBooks>;
let server: VendorServer;
let sent: Headers[];
beforeEach(async () => {
  noted.splice(0);
  faults.splice(0);
  sent = [];
  books = billingBooks();
  server = await vendorServer(billing(books), {
    note: (request) => void noted.push(request),
    fault: () => {
      const fault = faults.shift();
      return fault && { vendor: 'billing', ...fault };
    },
  });
});
afterEach(() => server.stop());

const port = ({ baseUrl = server.baseUrl, key = 'sk_local' } = {}): Billing =>
  stripeBilling({
    call: vendorCall({
      vendor: 'billing',
      baseUrl,
      stage: 'local',
      timeoutMs: 400,
      codeOf: stripeCodeOf,
      random: () => 0,
      fetch: (url, init) => {
        sent.push(new Headers(init?.headers));
        return fetch(url, init);
      },
    }),
    apiKey: async () => key,
  });
const sdk = () => {
  const { hostname, port: own } = new URL(server.baseUrl);
  const settings = { host: hostname, port: Number(own), protocol: 'http' as const, telemetry: false };
  return new Stripe('sk_local', { ...settings, maxNetworkRetries: 0 });
};
const failureOf = (asking: Promise<unknown>) =>
  asking.then(
    () => undefined,
    (error) => error,
  );

describe('the billing adapter', () => {
  it('the billing adapter reads a subscription and a customer, and knows what is not there', async () => {
    expect(await port().subscription('sub_demo')).toEqual({
      id: 'sub_demo',
      customerId: 'cus_demo',
      status: 'active',
      isCollectionPaused: false,
      periodEnd: expect.stringMatching(/^20.*Z$/),
    });
    expect(await port().customer('cus_demo')).toEqual({ userId: 1, email: 'demo@adtrail.example' });
    expect(await port().subscription('sub_none')).toBeNull();
    expect(await port().customer('cus_none')).toBeNull();
    expect(await port().pause('sub_none', 'k')).toBeNull();
  });

  it('the billing adapter pauses by a form, with key, version and idempotency key', async () => {
    expect(await port().pause('sub_demo', 'pause-1')).toMatchObject({
      isCollectionPaused: true,
      status: 'active',
    });
    expect(noted).toEqual([
      {
        vendor: 'billing',
        method: 'POST',
        path: '/v1/subscriptions/sub_demo',
        body: { 'pause_collection[behavior]': 'void' },
      },
    ]);
    expect(sent[0]?.get('authorization')).toBe('Bearer sk_local');
    expect(sent[0]?.get('stripe-version')).toBe(stripeVersion);
    expect(sent[0]?.get('idempotency-key')).toBe('pause-1');
  });

  it("the billing adapter sends the same requests as the vendor's own library", async () => {
    await sdk().subscriptions.update('sub_demo', { pause_collection: { behavior: 'void' } }, { idempotencyKey: 'a' });
    await port().pause('sub_demo', 'b');
    expect(noted[1]).toEqual(noted[0]);
    expect(sdk().getApiField('version')).toBe(stripeVersion);
  });

  it.each([
    ['a failure of the vendor', { status: 500 }],
    ['throttling', { status: 429 }],
    ['a lost answer', { cut: true }],
  ])('the billing adapter repeats a pause after %s under the same key', async (_name, fault) => {
    faults.push(fault);
    expect(await port().pause('sub_demo', 'pause-2')).toMatchObject({ isCollectionPaused: true });
    expect(sent.map((headers) => headers.get('idempotency-key'))).toEqual(['pause-2', 'pause-2']);
  });

  it.each([
    ['no answer in time', [{ delay_ms: 2000 }], { failure: 'no_answer' }],
    ['failures without end', [{ status: 503 }, { status: 503 }, { status: 503 }], { failure: 'failed' }],
    ['a refusal', [{ status: 402 }], { failure: 'refused', status: 402 }],
  ])('the billing adapter reports %s as a failure, never as a pause', async (_name, met, expected) => {
    faults.push(...met);
    const error = await failureOf(port().pause('sub_demo', 'k'));
    expect(error).toBeInstanceOf(VendorUnavailable);
    expect(error).toMatchObject({ vendor: 'billing', ...expected });
  });

  it("the billing adapter's errors do not contain the key", async () => {
    const key = randomUUID();
    faults.push({ status: 400 });
    const error = await failureOf(port({ key }).pause('sub_demo', 'k'));
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain(key);
    expect(await failureOf(port({ baseUrl: 'http://127.0.0.1:9' }).subscription('sub_1'))).toMatchObject({
      failure: 'no_answer',
    });
  });
});

describe('the mock payment processor', () => {
  it("the mock payment processor serves the vendor's own library: read, pause, resume, cancel, errors", async () => {
    const { subscriptions, customers } = sdk();
    expect((await customers.retrieve('cus_demo')).id).toBe('cus_demo');
    const paused = await subscriptions.update('sub_demo', { pause_collection: { behavior: 'void' } });
    expect(paused).toMatchObject({
      status: 'active',
      pause_collection: { behavior: 'void', resumes_at: null },
    });
    expect((await subscriptions.update('sub_demo', { pause_collection: '' })).pause_collection).toBeNull();
    expect((await subscriptions.cancel('sub_demo')).status).toBe('canceled');
    expect((await subscriptions.retrieve('sub_demo')).status).toBe('canceled');
    const error = await failureOf(subscriptions.retrieve('sub_none'));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect(error).toMatchObject({ code: 'resource_missing', statusCode: 404 });
    expect(await failureOf(subscriptions.update('sub_demo', { pause_collection: '' }))).toMatchObject({
      statusCode: 400,
    });
  });

  it('the mock payment processor repeats the first response of a key, and refuses the key with other content', async () => {
    const { subscriptions } = sdk();
    const pause = { pause_collection: { behavior: 'void' as const } };
    await subscriptions.update('sub_demo', pause, { idempotencyKey: 'k' });
    await subscriptions.update('sub_demo', { pause_collection: '' });
    const again = await subscriptions.update('sub_demo', pause, { idempotencyKey: 'k' });
    expect(again.pause_collection).not.toBeNull();
    expect((await subscriptions.retrieve('sub_demo')).pause_collection).toBeNull();
    expect(await failureOf(subscriptions.update('sub_demo', { pause_collection: '' }, { idempotencyKey: 'k' }))).toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
  });

  it('the mock payment processor refuses a call without a key', async () => {
    expect((await fetch(`${server.baseUrl}/subscriptions/sub_demo`)).status).toBe(401);
  });
});

describe('events of the mock payment processor', () => {
  const now = Math.floor(Date.now() / 1000);
  const subscriptionIn = (request: object) =>
    SubscriptionObject.parse(eventOf({ type: 'customer.subscription.updated', ...request }, books, now).data.object).subscription;

  it("mock events are for the demo account's subscription by default, and change the processor's state", () => {
    expect(subscriptionIn({ paused: true })).toMatchObject({ id: 'sub_demo', isCollectionPaused: true });
    expect(books.subscription('sub_demo')?.pause_collection).not.toBeNull();
    expect(subscriptionIn({})).toMatchObject({ isCollectionPaused: true });
    expect(subscriptionIn({ status: 'active' })).toMatchObject({ isCollectionPaused: false });
    expect(subscriptionIn({ paused: true, created: now - 5 })).toMatchObject({ isCollectionPaused: true });
    expect(books.subscription('sub_demo')?.pause_collection).toBeNull();
  });

  it('mock events for other users by e-mail, ID or customer have one subscription', () => {
    const first = subscriptionIn({ email: 'ada@x.example' });
    expect(first.id).not.toBe('sub_demo');
    expect(subscriptionIn({ email: 'ada@x.example' })).toEqual(first);
    expect(subscriptionIn({ customer: first.customerId })).toEqual(first);
    expect(subscriptionIn({ user_id: 7 }).id).not.toBe(first.id);
    expect(subscriptionIn({ customer: 'cus_x', subscription: 'sub_x' })).toMatchObject({
      id: 'sub_x',
      customerId: 'cus_x',
    });
  });

  it('mock invoice events have any given fields', () => {
    const request = {
      type: 'invoice.paid',
      user_id: 7,
      invoice: 'in_7',
      price: 'price_7',
      billing_reason: 'manual',
    };
    expect(InvoiceObject.parse(eventOf(request, books, now).data.object)).toMatchObject({
      id: 'in_7',
      userId: 7,
      billingReason: 'manual',
      lines: [{ priceId: 'price_7', quantity: 1, isProration: false }],
    });
  });

  it('mock events reach the webhook signed, in the requested number and order', async () => {
    const secret = 'whsec_of_this_test';
    const taken: string[] = [];
    const hook = await vendorServer(
      {
        name: 'hook',
        routes: {
          'POST /hook': ({ body, header }) => {
            const signature = header('stripe-signature') ?? '';
            const event = sdk().webhooks.constructEvent(JSON.stringify(body), signature, secret);
            taken.push(event.id);
            return { status: 200, body: { received: true } };
          },
        },
        refusal: (status) => ({ status, body: null }),
      },
      { note: () => {}, fault: () => undefined },
    );
    const post = billingEvents({ books, webhook: `${hook.baseUrl}/hook`, secret });
    const type = 'customer.subscription.updated';
    const events = ['a', 'b'].map((event_id) => ({ type, event_id }));
    const began = performance.now();
    const answer = await post({ events, times: 2, reorder: true, delay_ms: 20 });
    expect(performance.now() - began).toBeGreaterThan(4 * 19);
    await hook.stop();
    expect(taken).toEqual(['b', 'b', 'a', 'a']);
    expect(answer).toMatchObject({ status: 200, body: { status: 200, body: { received: true } } });
    const { deliveries } = answer.body as {
      deliveries: { event_id: string; type: string; created: number }[];
    };
    const [{ created = 0 } = {}] = deliveries;
    expect(deliveries).toMatchObject([
      ...[0, 0].map((age) => ({ event_id: 'b', type, created: created - age, status: 200 })),
      ...[1, 1].map((age) => ({ event_id: 'a', type, created: created - age, status: 200 })),
    ]);
  });
});
