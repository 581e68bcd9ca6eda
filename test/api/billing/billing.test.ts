import fc from 'fast-check';
import Stripe from 'stripe';
import { type KnownSubscription, paidStatusOf } from '#shared/billing/rules/billing.ts';
import { billingSignature } from '#shared/http/webhook-signatures.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { secretsJson, webhookSecrets } from '#test/kit/secrets-json.ts';
import { customer, eventOf, linesOf, operator, pause, permutations, prices, send } from './billing-scene.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld(), { env: prices });
});
beforeEach(() => {
  app.world.processor.failing = undefined;
  app.world.processor.meanwhile = undefined;
});
const receipt = (outcome: string, duplicate = false) => ({
  status: 200,
  body: { received: true, outcome, duplicate },
});

describe('the signature of the billing webhook', () => {
  const secret = webhookSecrets.billing_webhook_secret;
  const stripe = new Stripe('sk_of_nobody');
  const raw = JSON.stringify(eventOf('charge.refunded', { id: 'ch_1' }, 1_795_252_500));
  const post = async (body: string, headers: Record<string, string>) =>
    (await app.send(new Request('http://adtrail.local/api/v1/webhooks/billing', { method: 'POST', body, headers }))).status;
  const timestamp = () => Math.floor(app.world.clock.now / 1000);

  it("the billing webhook accepts what the processor's own library signs, under either header", async () => {
    const header = stripe.webhooks.generateTestHeaderString({ payload: raw, secret, timestamp: timestamp() });
    expect(await post(raw, { 'stripe-signature': header })).toBe(200);
    expect(await post(raw, { 'billing-signature': header })).toBe(200);
    expect(await post(raw, { 'billing-signature': `${header},v1=${'0'.repeat(64)}` })).toBe(200);
  });

  it("the local signature of a billing event is accepted by the processor's own library", () => {
    const header = billingSignature(raw, { secret, now: Date.now() });
    expect(stripe.webhooks.constructEvent(raw, header, secret).type).toBe('charge.refunded');
  });

  it('the billing webhook refuses unsigned, altered, old and future events, and writes nothing', async () => {
    const before = await allItems(app.world);
    const signed = (at = timestamp(), by = secret) => stripe.webhooks.generateTestHeaderString({ payload: raw, secret: by, timestamp: at });
    expect(await post(raw, {})).toBe(400);
    expect(await post(raw.replace('ch_1', 'ch_2'), { 'stripe-signature': signed() })).toBe(400);
    expect(await post(raw, { 'stripe-signature': signed(timestamp(), 'whsec_other') })).toBe(400);
    expect(await post(raw, { 'stripe-signature': signed(timestamp() - 301) })).toBe(400);
    expect(await post(raw, { 'stripe-signature': signed(timestamp() + 301) })).toBe(400);
    expect(await allItems(app.world)).toEqual(before);
  });
});

describe('a webhook whose secret is not configured', () => {
  it.each(['billing', 'partner'])('an unconfigured webhook of the %s answers 503 not_configured, and writes nothing', async (name) => {
    const bare = await startApp(await newWorld(), {
      env: { SECRETS_JSON: secretsJson({ billing: {}, partner: {} }) },
    });
    const answer = await bare.send(new Request(`http://adtrail.local/api/v1/webhooks/${name}`, { method: 'POST', body: '{}' }));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'not_configured' });
    expect(answer.headers.get('retry-after')).toBe('300');
    const written = (await allItems(bare.world)).filter(({ kind }) => kind !== 'cell_start');
    expect(written).toEqual([]);
  });
});

describe('credits of a paid period', () => {
  it('an invoice grants its credits once, however often its event arrives', async () => {
    const user = await customer(app);
    const event = eventOf('invoice.payment_succeeded', user.invoice(), user.at);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(app, event)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await user.amounts()).toEqual([100]);
    expect(await send(app, event)).toMatchObject(receipt('granted', true));
    expect(await user.amounts()).toEqual([100]);
  });

  it('an invoice grants its credits once when several events report it', async () => {
    const user = await customer(app);
    const invoice = user.invoice();
    const tell = () => send(app, eventOf('invoice.payment_succeeded', invoice, user.at));
    const answers = await Promise.all(Array.from({ length: 6 }, tell));
    const outcomes = answers.map(({ body }) => ('outcome' in body ? body.outcome : body.code)).sort();
    expect(outcomes).toEqual(['granted', ...Array.from({ length: 5 }, () => 'granted_before')]);
    expect(await tell()).toMatchObject(receipt('granted_before'));
    expect(await user.amounts()).toEqual([100]);
  });

  it('only invoice.payment_succeeded grants credits, and invoice.paid is recorded', async () => {
    const user = await customer(app);
    const invoice = user.invoice();
    const paid = eventOf('invoice.paid', invoice, user.at);
    expect(await send(app, paid)).toMatchObject(receipt('ignored'));
    expect(await app.viewDeps().billingRecords.event(paid.id)).toMatchObject({ type: 'invoice.paid' });
    expect(await user.amounts()).toEqual([]);
    expect(await send(app, eventOf('invoice.payment_succeeded', invoice, user.at))).toMatchObject(receipt('granted'));
    expect(await send(app, eventOf('invoice.paid', invoice, user.at))).toMatchObject(receipt('ignored'));
    expect(await user.amounts()).toEqual([100]);
  });

  it.each([
    ['a period', {}],
    ['a change of plan', { billing_reason: 'subscription_update' }],
  ])('an ended account that paid for %s gets no credits, and the team is notified once', async (_name, given) => {
    const user = await customer(app);
    await user.updated({ status: 'canceled' });
    const body = { user_id: user.id };
    expect((await app.operators.invalidateAccount({ body, headers: operator })).status).toBe(200);
    const invoice = user.invoice(given);
    const told = app.world.notices.length;
    for (let times = 1; times <= 3; times++)
      expect(await send(app, eventOf('invoice.payment_succeeded', invoice, user.at))).toMatchObject(receipt('inactive_account'));
    await app.settle();
    await app.work('notices');
    const notices = app.world.notices.slice(told);
    expect(notices).toEqual([expect.stringContaining(`${invoice.id} was paid for account ${user.id}`)]);
    expect(await user.amounts()).toEqual([]);
  });

  it('an account that ends in parallel gets no credits', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await customer(app);
      await user.updated({ status: 'canceled' });
      const [answer] = await Promise.all([user.paid(), app.operators.invalidateAccount({ body: { user_id: user.id }, headers: operator })]);
      const outcome = 'outcome' in answer.body && answer.body.outcome;
      expect(['granted', 'inactive_account']).toContain(outcome);
      expect(await user.amounts()).toEqual(outcome === 'granted' ? [100] : []);
    }
    await app.settle();
    await app.work('notices');
  });

  it('credits are granted for every period, by prices and quantities, in a transaction that names the invoice', async () => {
    const user = await customer(app);
    const lines = linesOf(
      { price: 'price_plan' },
      { price: 'price_seat', quantity: 3 },
      { price: 'price_unheard_of' },
      { price: 'price_plan', proration: true },
    );
    await user.paid({ id: 'in_first', billing_reason: 'subscription_create', lines });
    await user.paid({
      subscription: user.subscriptionId,
      parent: undefined,
      lines: { data: [{ price: { id: 'price_seat' } }] },
    });
    const { transactions, balance } = await app.ledger.page(user.id, { limit: 10 });
    expect(balance).toBe(128);
    expect(transactions.at(-1)).toMatchObject({
      type: 'billing_renewal',
      amount: 121,
      key: 'invoice#in_first',
      reason: 'Invoice in_first',
    });
  });

  it.each([
    ['a change of plan', { billing_reason: 'subscription_update' }],
    ['an invoice by hand', { billing_reason: 'manual' }],
    ['no reason', { billing_reason: null }],
    ['another reason', { billing_reason: 'subscription_threshold' }],
    ['nothing paid', { amount_paid: 0 }],
    ['a price of no credits', { lines: linesOf({ price: 'price_free' }) }],
    ['prorations alone', { lines: linesOf({ price: 'price_plan', proration: true }) }],
  ])('credits are never granted for %s', async (_name, given) => {
    const user = await customer(app);
    expect(await user.paid(given)).toMatchObject(receipt('grants_nothing'));
    expect(await user.amounts()).toEqual([]);
  });

  it.each([
    ['an unknown price', 'unknown_price', { lines: linesOf({ price: 'price_unheard_of' }) }],
    ['a name of every object', 'unknown_price', { lines: linesOf({ price: 'constructor' }) }],
    ['no lines', 'unknown_price', { lines: undefined }],
    ['an unknown customer', 'unknown_customer', { customer: 'cus_nobody', customer_email: 'no@body.example' }],
  ])('credits for %s are not granted: the event is recorded and reported once in the internal channel', async (_name, outcome, given) => {
    const user = await customer(app);
    const invoice = user.invoice(given);
    const told = app.world.notices.length;
    for (let times = 1; times <= 2; times++)
      expect(await send(app, eventOf('invoice.payment_succeeded', invoice, user.at))).toMatchObject(receipt(outcome));
    await app.settle();
    await app.work('notices');
    const notices = app.world.notices.slice(told);
    expect(notices).toEqual([expect.stringContaining(invoice.id)]);
    expect(notices[0]).not.toContain('@');
    expect(await user.amounts()).toEqual([]);
  });

  it('credits are granted when the event is sent again after the price was configured', async () => {
    const user = await customer(app);
    const invoice = user.invoice({ lines: linesOf({ price: 'price_late' }) });
    const event = eventOf('invoice.payment_succeeded', invoice, user.at);
    expect(await send(app, event)).toMatchObject(receipt('unknown_price'));
    const later = await startApp(app.world, { env: { BILLING_PRICE_CREDITS: '{"price_late":9}' } });
    expect(await send(later, event)).toMatchObject(receipt('granted'));
    expect(await user.amounts()).toEqual([9]);
  });
});

describe('the user of an event', () => {
  it.each([
    ['the id in its metadata', (id: number, _email: string) => ({ metadata: { user_id: String(id) } })],
    ['the e-mail that the processor has, in any case', (_id: number, _email: string) => ({})],
  ])('the user of an event is found by %s', async (_name, given) => {
    const user = await customer(app);
    app.world.processor.customers.set(user.customerId, { userId: null, email: user.email.toUpperCase() });
    await user.updated(given(user.id, user.email));
    expect(await user.status()).toBe('active');
  });

  it('the user of an event is found by the e-mail of an invoice, and remembered for later events', async () => {
    const [user, other] = [await customer(app), await newUser(app)];
    app.world.processor.customers.delete(user.customerId);
    await user.paid({ customer_email: ` ${user.email.toUpperCase()}` });
    await user.paid({ customer_email: other.email });
    await user.updated({ metadata: { user_id: String(other.id) } });
    expect([await user.amounts(), await user.status()]).toEqual([[100, 100], 'active']);
    expect((await app.users.byId(other.id))?.paidStatus).toBe('none');
  });

  it.each([
    ['never verified', { emailVerified: false }],
    ['inactive', { isActive: false }],
  ])('the user of an event is not found by the e-mail of an account that is %s', async (_name, given) => {
    const user = await customer(app, given);
    expect(await user.updated()).toMatchObject(receipt('unknown_customer'));
    expect(await user.paid()).toMatchObject(receipt('unknown_customer'));
    expect([await user.amounts(), await user.status()]).toEqual([[], 'none']);
    await app.users.change(user.id, { emailVerified: true, isActive: true });
    expect(await user.updated()).toMatchObject(receipt('applied'));
    expect(await user.status()).toBe('active');
  });

  it('the user of an event is found by metadata even with an unverified e-mail', async () => {
    const user = await customer(app, { emailVerified: false });
    await user.updated({ metadata: { user_id: String(user.id) } });
    expect(await user.status()).toBe('active');
  });

  it('the events of a customer move from an invalidated account to the account of a new checkout, with the paid status', async () => {
    const [user, other] = [await customer(app), await newUser(app)];
    const metadata = { user_id: String(other.id) };
    await user.updated({ status: 'canceled' });
    const body = { user_id: user.id };
    expect((await app.operators.invalidateAccount({ body, headers: operator })).status).toBe(200);
    await user.paid();
    await user.paid({ subscription_details: { metadata } });
    await user.updated({ id: `${user.subscriptionId}_2`, metadata });
    await user.paid();
    const { transactions } = await app.ledger.page(other.id, { limit: 9 });
    expect([await user.amounts(), transactions.map(({ amount }) => amount)]).toEqual([[], [100, 100]]);
    expect((await app.users.byId(other.id))?.paidStatus).toBe('active');
    expect(await user.status()).toBe('canceled');
  });

  it('an event of an unknown user is recorded, and processed when it is sent again after there is a user', async () => {
    const user = await customer(app);
    app.world.processor.customers.delete(user.customerId);
    const event = eventOf('customer.subscription.updated', user.subscription(), user.at);
    expect(await send(app, event)).toMatchObject(receipt('unknown_customer'));
    expect(await send(app, event)).toMatchObject(receipt('unknown_customer'));
    await user.paid();
    expect(await send(app, event)).toMatchObject(receipt('applied'));
    expect(await send(app, event)).toMatchObject(receipt('applied', true));
    expect(await user.status()).toBe('active');
  });
});

describe('the paid status', () => {
  it.each([
    [{ status: 'active' }, 'active'],
    [{ status: 'trialing' }, 'active'],
    [{ status: 'past_due' }, 'active'],
    [{ status: 'active', pause_collection: pause }, 'paused'],
    [{ status: 'past_due', pause_collection: { behavior: 'keep_as_draft' } }, 'paused'],
    [{ status: 'paused' }, 'paused'],
    [{ status: 'canceled' }, 'canceled'],
    [{ status: 'canceled', pause_collection: pause }, 'canceled'],
    [{ status: 'unpaid' }, 'canceled'],
    [{ status: 'incomplete_expired' }, 'canceled'],
    [{ status: 'incomplete' }, 'none'],
  ])('the paid status of %j is %s', async (given, expected) => {
    const user = await customer(app);
    expect(await user.updated(given)).toMatchObject(receipt('applied'));
    expect(await user.status()).toBe(expected);
  });

  it.each([
    ['created', 'active'],
    ['resumed', 'active'],
    ['paused', 'paused'],
    ['deleted', 'canceled'],
  ])('the paid status follows customer.subscription.%s too', async (name, status) => {
    const user = await customer(app);
    await send(app, eventOf(`customer.subscription.${name}`, user.subscription({ status }), user.at));
    expect(await user.status()).toBe(status);
  });

  const states = [{}, { pause_collection: pause }, {}, { status: 'canceled' }];
  it('the paid status is that of the newest event in every order, also with repeats', async () => {
    for (const newest of [2, 3]) {
      const sequence = states.slice(0, newest + 1);
      for (const order of permutations(sequence.map((_, place) => place))) {
        for (const places of [order, [...order, ...order], order.flatMap((place) => [place, place])]) {
          const user = await customer(app);
          const events = sequence.map((state, place) =>
            eventOf('customer.subscription.updated', user.subscription(state), user.at + place),
          );
          for (const place of places) await send(app, events[place] as (typeof events)[number]);
          expect([places, await user.status()]).toEqual([places, newest === 2 ? 'active' : 'canceled']);
        }
      }
    }
    expect(app.calls.filter(({ operation }) => operation === 'GetSubscription')).toEqual([]);
  });

  it('the paid status is that of the newest of parallel events', async () => {
    const user = await customer(app);
    const events = states.map((state, place) => eventOf('customer.subscription.updated', user.subscription(state), user.at + place));
    const answers = await Promise.all([...events, ...events].map((event) => send(app, event)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await user.status()).toBe('canceled');
  });

  it('the paid status after events of one second is what the processor reports, in every order', async () => {
    for (const order of permutations([{}, { pause_collection: pause }, { status: 'unpaid' }])) {
      const user = await customer(app);
      user.has({ isCollectionPaused: true });
      for (const state of order) await user.updated(state);
      expect(await user.status()).toBe('paused');
      await user.updated({}, user.at + 301);
      expect(await user.status()).toBe('active');
    }
  });

  it('the paid status of a tie waits for an unavailable processor: 503, and nothing is consumed', async () => {
    const user = await customer(app);
    user.has({ isCollectionPaused: true });
    await user.updated();
    const tie = eventOf('customer.subscription.updated', user.subscription({ status: 'unpaid' }), user.at);
    app.world.processor.failing = 'no_answer';
    expect(await send(app, tie)).toMatchObject({ status: 503, body: { code: 'vendor_unavailable' } });
    expect(await user.status()).toBe('active');
    app.world.processor.failing = undefined;
    expect(await send(app, tie)).toMatchObject(receipt('applied'));
    expect(await user.status()).toBe('paused');
  });

  it('the paid status is active while any of several subscriptions is', async () => {
    const user = await customer(app);
    await user.updated();
    await user.updated({ id: `${user.subscriptionId}_b`, status: 'canceled' }, user.at + 1);
    expect(await user.status()).toBe('active');
    await user.updated({ status: 'canceled' }, user.at + 2);
    expect(await user.status()).toBe('canceled');
  });

  it('the paid status of any history is that of its newest events, in any order and with repeats', async () => {
    const State = fc.constantFrom<object>(
      {},
      { pause_collection: pause },
      { status: 'canceled' },
      { status: 'past_due' },
      { status: 'unpaid' },
    );
    const History = fc
      .array(fc.tuple(State, fc.nat({ max: 2 }), fc.nat({ max: 1 })), { minLength: 1, maxLength: 6 })
      .chain((history) =>
        fc.tuple(
          fc.constant(history),
          fc.array(fc.nat({ max: history.length - 1 }), { maxLength: 6 }),
          fc.shuffledSubarray([...history.keys()], { minLength: history.length }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(History, async ([history, extra, order]) => {
        const user = await customer(app);
        let created = user.at;
        const events = history.map(([state, gap, which]) => {
          created += gap;
          const id = `${user.subscriptionId}_${which}`;
          app.world.processor.subscriptions.set(id, {
            id,
            customerId: user.customerId,
            status: 'active',
            isCollectionPaused: false,
            periodEnd: null,
            ...('status' in state && { status: String(state.status) }),
            ...('pause_collection' in state && { isCollectionPaused: true }),
          });
          return eventOf('customer.subscription.updated', user.subscription({ ...state, id }), created);
        });
        for (const place of [...extra, ...order])
          expect(await send(app, events[place] as (typeof events)[number])).toMatchObject({ status: 200 });
        const truth = [0, 1].flatMap((which) => {
          const found = app.world.processor.subscriptions.get(`${user.subscriptionId}_${which}`);
          return found ? [found as KnownSubscription] : [];
        });
        expect(await user.status()).toBe(paidStatusOf(truth));
      }),
      { numRuns: 60 },
    );
  });
});

describe('pausing a subscription', () => {
  it('pausing a subscription is confirmed by the processor, ends paid access at once, and is audited', async () => {
    const user = await customer(app);
    user.has();
    await user.updated();
    const paused_at = new Date(app.world.clock.now).toISOString();
    const body = { user_id: user.id, paid_status: 'paused', already_paused: false, paused_at };
    expect(await user.pause()).toMatchObject({ status: 200, body });
    expect(app.world.processor.subscriptions.get(user.subscriptionId)?.isCollectionPaused).toBe(true);
    expect([await user.status(), await user.audited()]).toEqual(['paused', ['pause_billing_subscription']]);
    const asked = app.world.processor.pauses.length;
    expect(await user.pause()).toMatchObject({ status: 200, body: { ...body, already_paused: true } });
    expect(app.world.processor.pauses).toHaveLength(asked);
  });

  it('pausing a subscription is not undone by earlier events, but by a resume', async () => {
    const user = await customer(app);
    user.has();
    await user.updated({}, user.at - 1000);
    await user.pause();
    const asks = () => app.calls.filter(({ operation }) => operation === 'GetSubscription').length;
    const asked = asks();
    expect(await user.updated({}, user.at - 500)).toMatchObject(receipt('outdated'));
    expect(asks()).toBe(asked);
    for (const before of [-500, -301, -300, -10, 0]) {
      await user.updated({}, user.at + before);
      expect([before, await user.status()]).toEqual([before, 'paused']);
    }
    user.has();
    await user.updated({}, user.at + 1);
    expect(await user.status()).toBe('active');
    expect(await user.pause()).toMatchObject({ status: 200, body: { already_paused: false } });
    expect(app.world.processor.subscriptions.get(user.subscriptionId)?.isCollectionPaused).toBe(true);
    await user.updated({}, user.at + 302);
    expect(await user.status()).toBe('active');
  });

  it('pausing a subscription fails when the processor does not answer, and a retry is the same call', async () => {
    const user = await customer(app);
    user.has();
    await user.updated();
    app.world.processor.meanwhile = async () => {
      if (app.world.processor.pauses.some(({ id }) => id === user.subscriptionId)) throw new Error('cut');
    };
    expect(await user.pause()).toMatchObject({ status: 503, body: { code: 'vendor_unavailable' } });
    expect([await user.status(), await user.audited()]).toEqual(['active', []]);
    app.world.processor.meanwhile = undefined;
    await user.updated({ pause_collection: pause }, user.at + 1);
    expect(await user.status()).toBe('paused');
    expect(await user.pause()).toMatchObject({ status: 200 });
  });

  it('pausing a subscription fails when the processor returns a subscription that is not paused', async () => {
    const user = await customer(app);
    user.has();
    await user.updated();
    app.world.processor.isDeaf = true;
    expect(await user.pause()).toMatchObject({ status: 503 });
    app.world.processor.isDeaf = false;
    expect([await user.status(), await user.audited()]).toEqual(['active', []]);
  });

  it('pausing a subscription is repeated under the same key, so that the processor does it once', async () => {
    const user = await customer(app);
    user.has();
    await user.updated();
    app.world.processor.failing = 'no_answer';
    for (let tries = 0; tries < 2; tries++) expect((await user.pause()).status).toBe(503);
    app.world.processor.failing = undefined;
    app.world.processor.meanwhile = async () => {
      if (app.world.processor.pauses.some(({ id }) => id === user.subscriptionId)) {
        user.has();
        throw new Error('cut');
      }
    };
    expect((await user.pause()).status).toBe(503);
    app.world.processor.meanwhile = undefined;
    await user.pause();
    const keys = app.world.processor.pauses.filter(({ id }) => id === user.subscriptionId);
    expect(keys).toHaveLength(2);
    expect(new Set(keys.map(({ key }) => key)).size).toBe(1);
  });

  it('pausing a subscription asks the processor again after an event in between', async () => {
    const user = await customer(app);
    user.has();
    await user.updated();
    app.world.processor.meanwhile = async () => {
      app.world.processor.meanwhile = undefined;
      await user.updated({}, user.at + 1000);
    };
    expect(await user.pause()).toMatchObject({ status: 200 });
    expect(await user.status()).toBe('paused');
  });

  it('parallel requests pause a subscription once', async () => {
    const user = await customer(app);
    user.has();
    await user.updated();
    const answers = await Promise.all(Array.from({ length: 4 }, () => user.pause()));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await user.status()).toBe('paused');
  });

  it('pausing a subscription is 409 without a subscription, for an ended subscription, and for an unknown subscription; 404 without a user', async () => {
    const none = { status: 409, body: { code: 'no_billing_subscription' } };
    const user = await customer(app);
    expect(await user.pause()).toMatchObject(none);
    expect(await user.status()).toBe('none');
    await user.updated();
    expect(await user.pause()).toMatchObject(none);
    expect(await user.status()).toBe('active');
    user.has({ status: 'canceled' });
    expect(await user.pause()).toMatchObject(none);
    expect(await user.status()).toBe('canceled');
    expect(await user.pause()).toMatchObject(none);
    expect(await user.audited()).toEqual([]);
    const body = { email: 'nobody@x.example' };
    expect(await app.operators.pauseBillingSubscription({ body, headers: operator })).toMatchObject({
      status: 404,
    });
  });
});

describe('the live subscription of a user', () => {
  it.each([
    [{}, true],
    [{ status: 'past_due' }, true],
    [{ status: 'unpaid' }, true],
    [{ pause_collection: pause }, false],
    [{ status: 'paused' }, false],
    [{ status: 'canceled' }, false],
    [{ status: 'incomplete_expired' }, false],
  ])('the live subscription of a user with %j: %s', async (given, expected) => {
    const user = await customer(app);
    const { billingRecords } = app.viewDeps();
    expect(await billingRecords.hasLiveSubscription(user.id)).toBe(false);
    await user.updated(given);
    expect(await billingRecords.hasLiveSubscription(user.id)).toBe(expected);
  });
});

describe('unusable billing events', () => {
  it.each([
    ['of another type', 'charge.refunded', { id: 'ch_1' }, 'ignored'],
    ['of a type that objects have by nature', 'constructor', {}, 'ignored'],
    ['without a subscription', 'customer.subscription.updated', {}, 'unreadable'],
    ['without an invoice', 'invoice.payment_succeeded', { id: 7 }, 'unreadable'],
  ])('%s are 200 and recorded', async (_name, type, object, outcome) => {
    const event = eventOf(type, object, 1_795_252_500);
    expect(await send(app, event)).toMatchObject(receipt(outcome));
    expect(await app.viewDeps().billingRecords.event(event.id)).toMatchObject({ type, outcome });
  });

  it('billing events without time or content are recorded too, and 422 without an ID', async () => {
    const { created: _, ...timeless } = eventOf('invoice.payment_succeeded', {}, 0);
    expect(await send(app, timeless as never)).toMatchObject(receipt('unreadable'));
    expect(await send(app, { id: 'evt_bare', type: 'invoice.payment_succeeded' } as never)).toMatchObject(receipt('unreadable'));
    expect(await send(app, { type: 'invoice.payment_succeeded' } as never)).toMatchObject({ status: 422 });
  });
});
