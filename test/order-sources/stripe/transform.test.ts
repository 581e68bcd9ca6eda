import { orderCreated } from '#packages/node/src/events.ts';
import { orderSources } from '#shared/order-sources/kinds.ts';
import type { Step } from '#shared/order-sources/rules/steps.ts';
import { stepsOf } from '#shared/order-sources/steps-of.ts';
import { keptOf } from '../examples.ts';

const { stripe } = orderSources;

async function stepsFor(type: string, object: Record<string, unknown>, settings: Record<string, string> = {}): Promise<Step[]> {
  const kept = await keptOf('stripe', { id: 'evt_1', object: 'event', type, created: 1_790_000_000, livemode: true, data: { object } });
  return stepsOf(stripe, kept, { settings: stripe.settings.parse(settings), environment: 'live' });
}
const session = (more: Record<string, unknown> = {}) =>
  stepsFor('checkout.session.completed', {
    id: 'cs_1',
    mode: 'payment',
    payment_status: 'paid',
    amount_total: 11900,
    currency: 'eur',
    payment_intent: 'pi_1',
    ...more,
  });
const invoice = (more: Record<string, unknown> = {}) =>
  stepsFor(
    'invoice.paid',
    { id: 'in_1', billing_reason: 'subscription_cycle', amount_paid: 11900, total: 11900, currency: 'eur', ...more },
    { value: 'without_tax' },
  );

describe("the ID of an order of Stripe's", () => {
  it.each([
    ['web-1', 'order_created:web-1'],
    ['  web-1 ', 'order_created:web-1'],
    ['b2b:17', 'order_created:b2b:17'],
    ['b2b:', 'order_created:stripe:pi_1'],
    ['', 'order_created:stripe:pi_1'],
    ['null', 'order_created:stripe:pi_1'],
    ['none', 'order_created:stripe:pi_1'],
    ['0', 'order_created:stripe:pi_1'],
    ['[object Object]', 'order_created:stripe:pi_1'],
    ['two\nlines', 'order_created:stripe:pi_1'],
    ['x'.repeat(242), `order_created:${'x'.repeat(242)}`],
    ['x'.repeat(243), 'order_created:stripe:pi_1'],
  ])('%j in the metadata makes %s', async (order, eventId) => {
    expect((await session({ metadata: { order } }))[0]).toMatchObject({ eventId });
  });

  it.each(['web-1', ' web-1 ', 'b2b:17', '#1001', '17'])('is that of the package for servers for %j', async (order) => {
    expect((await session({ metadata: { order } }))[0]).toMatchObject({ eventId: orderCreated({ orderId: order }).event_id });
  });

  it('without a payment and an invoice is made of the session', async () => {
    const steps = await session({ payment_intent: null });
    expect(steps[0]).toMatchObject({ orderKey: 'stripe:cs_1', eventId: 'order_created:stripe:cs_1' });
    expect(steps.map(({ kind }) => kind)).toEqual(['conversion', 'part']);
  });
});

describe("a sale of Stripe's", () => {
  it('of an account of the new kind has its user', async () => {
    expect((await session({ customer: null, customer_account: 'acct_9' }))[0]).toMatchObject({ user: 'hash of stripe:acct_9' });
  });

  it('of a placeholder has no user', async () => {
    expect((await session({ customer: '0' }))[0]).toMatchObject({ user: null });
  });

  it('in the currency of the shop states no other currency', async () => {
    const steps = await session({ presentment_details: { presentment_amount: 11900, presentment_currency: 'eur' } });
    expect(steps[0]).toMatchObject({ properties: {} });
    expect(JSON.stringify(steps)).not.toContain('other');
  });

  it.each(['s_4kQ9zXw2Lm7Bv1Nc8Rt5Y', 'S_4kQ9zXw2Lm7Bv1Nc8Rt5Yd', 'order_4kQ9zXw2Lm7Bv1Nc8Rt5Yd', ''])(
    'takes no click from the reference %j, which is no click ID',
    async (reference) => {
      expect((await session({ client_reference_id: reference }))[0]).toMatchObject({ clickId: null });
    },
  );

  it.each(['a\u0007b', 'null', ' ', 'x'.repeat(513)])('takes no click from the metadata %j', async (text) => {
    expect((await session({ metadata: { svc_click_id: text } }))[0]).toMatchObject({ clickId: null });
  });

  it('on a page of Stripe, or at no readable address, has no page', async () => {
    for (const success_url of ['https://checkout.stripe.com/c/pay', 'https://stripe.com/', 'shop/thanks', 'file:///etc/thanks', null])
      expect((await session({ success_url }))[0]).toMatchObject({ page: null });
    expect((await session({ success_url: null, return_url: 'https://shop.example/a/b?c=1#d' }))[0]).toMatchObject({
      page: 'https://shop.example/a/b',
    });
  });
});

describe("the value of Stripe's invoices without tax", () => {
  it.each([
    ['the total without tax', { total_excluding_tax: 10000, tax: 1 }, '100'],
    ['the tax of earlier versions', { tax: 1900, total_taxes: [{ amount: 1 }] }, '100'],
    ['the taxes of lines', { total_taxes: [{ amount: 1000 }, { amount: 900 }] }, '100'],
    ['the taxes of lines of earlier versions', { total_tax_amounts: [{ amount: 1000 }, { amount: 900 }] }, '100'],
    ['no tax', {}, '119'],
    ['a part that was paid by credit', { amount_paid: 5950, total_excluding_tax: 10000 }, '50'],
    ['a total of 0', { total: 0, total_excluding_tax: 0 }, '119'],
    ['more tax than the total', { tax: 20000 }, '0'],
  ])('is that of %s', async (_, more, value) => {
    expect((await invoice(more))[0]).toMatchObject({ value });
  });
});

it.each([
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  [null, 'pending'],
  ['succeeded', 'settled'],
  ['failed', 'void'],
  ['canceled', 'void'],
])('a refund with the status %j is %s', async (status, state) => {
  const object = { id: 're_1', amount: 100, currency: 'eur', created: 1_790_000_000, charge: 'ch_1', payment_intent: 'pi_1', status };
  expect(await stepsFor('refund.updated', object)).toMatchObject([{ kind: 'waiting', for: 'stripe:pi_1', part: { state } }]);
});

it('the secret of a Stripe source is trimmed, and is no other key', () => {
  expect(stripe.secret.parse(' whsec_a1B2\n')).toBe('whsec_a1B2');
  for (const text of ['sk_live_a1B2', 'whsec_', 'whsec_a b', '', `whsec_${'a'.repeat(300)}`])
    expect(stripe.secret.safeParse(text).success).toBe(false);
});

it('the settings of a Stripe source have defaults, and refuse unknown names and templates', () => {
  expect(stripe.settings.parse({})).toEqual({ value: 'paid', mode: 'checkout', disputes: 'off', id_template: 'order_created:{order_id}' });
  for (const settings of [{ value: 'total' }, { mode: 'all' }, { id_template: 'order_created' }, { id_template: '{order_id}:' }, { a: 1 }])
    expect(stripe.settings.safeParse(settings).success).toBe(false);
});

describe("the envelope of Stripe's events", () => {
  it('has the event, its ID, its time and its mode', () => {
    const body = { id: 'evt_1', type: 'x', created: 1_790_000_000, livemode: false };
    expect(stripe.envelopeOf(body, {})).toEqual({ event: 'x', eventId: 'evt_1', isTest: true, sentAt: 1_790_000_000_000 });
    expect(stripe.envelopeOf({ ...body, created: '2026-09-21T13:33:20Z', livemode: null }, {})).toEqual({
      event: 'x',
      eventId: 'evt_1',
      isTest: null,
      sentAt: 1_790_000_000_000 - 2_400_000,
    });
    for (const other of [null, [], 'x', {}, { id: 'evt_1' }]) expect(stripe.envelopeOf(other, {})).toBeNull();
  });

  it('two deliveries of an event are one, and of bodies without an envelope the same bytes', () => {
    const [a, b] = ['{"a":1}', '{"a":2}'].map((text) => ({ headers: {}, body: new TextEncoder().encode(text) }));
    const envelope = { event: 'x', eventId: 'evt_1', isTest: false, sentAt: null };
    if (!a || !b) throw new Error('Two bodies expected.');
    expect(stripe.deliveryKeyOf(a, envelope)).toBe(stripe.deliveryKeyOf(b, envelope));
    expect(stripe.deliveryKeyOf(a, null)).not.toBe(stripe.deliveryKeyOf(b, null));
    expect(stripe.deliveryKeyOf(a, null)).toBe(stripe.deliveryKeyOf({ ...a }, null));
  });
});
