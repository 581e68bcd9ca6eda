// Slow: it fails every call in turn.
import { customer, eventOf, operator, prices, send } from '#test/api/billing/billing-scene.ts';
import { crashTest } from './crash-test.ts';

const written = (calls: { operation: string }[]) => calls.map(({ operation }) => operation);
const lines = { data: [{ price: { id: 'price_crash' } }] };

it('a crash at any call of taking a paid invoice, and a retry by the processor: it is granted once (B7)', async () => {
  const calls = await crashTest({
    env: { BILLING_PRICE_CREDITS: '{"price_crash":40}' },
    async prepare(app) {
      const user = await customer(app);
      return {
        userId: user.id,
        event: eventOf('invoice.payment_succeeded', user.invoice({ lines }), user.at),
      };
    },
    operation: (app, { event }) => send(app, event),
    async check(app, { userId, event }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { received: true, outcome: 'granted' } });
      const { balance, transactions } = await app.ledger.page(userId, { limit: 10 });
      expect([balance, transactions.length]).toEqual([40, 1]);
      expect(await app.viewDeps().billingRecords.event(event.id)).toMatchObject({ isSettled: true, userId });
    },
  });
  expect(written(calls)).toEqual(['GetItem', 'GetItem', 'GetItem', 'GetItem', 'GetItem', 'GetItem', 'TransactWriteItems', 'PutItem']);
});

it('a crash at any call of taking an event again, and a retry by the operator: it is granted once', async () => {
  const calls = await crashTest({
    env: prices,
    async prepare(app) {
      const user = await customer(app);
      const event = eventOf('invoice.payment_succeeded', user.invoice(), user.at);
      app.world.processor.events.set(event.id, event);
      return { user, event };
    },
    operation: (app, { event }) => app.billing.takeBillingEventAgain({ params: { event_id: event.id }, headers: operator }),
    async check(app, { user }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { outcome: 'granted' } });
      const { balance, transactions } = await app.ledger.page(user.id, { limit: 10 });
      expect([balance, transactions.length]).toEqual([100, 1]);
    },
  });
  expect(written(calls)).toContain('GetEvent');
});

it('a crash at any call of taking an event that is in doubt, and a retry: the state is the processor’s', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const user = await customer(app);
      await user.updated();
      user.has({ isCollectionPaused: true });
      return { user, event: eventOf('customer.subscription.updated', user.subscription(), user.at) };
    },
    operation: (app, { event }) => send(app, event),
    async check(app, { user }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { outcome: 'applied' } });
      expect((await app.users.byId(user.id))?.paidStatus).toBe('paused');
    },
  });
  expect(written(calls)).toContain('GetSubscription');
});

it('a crash at any call of taking an event of nobody, and a retry: it is recorded', async () => {
  await crashTest({
    async prepare(app) {
      const user = await customer(app);
      app.world.processor.customers.clear();
      return eventOf('customer.subscription.updated', user.subscription(), user.at);
    },
    operation: (app, event) => send(app, event),
    async check(app, event, answer) {
      expect(answer).toMatchObject({ status: 200, body: { outcome: 'unknown_customer' } });
      expect(await app.viewDeps().billingRecords.event(event.id)).toMatchObject({ isSettled: false });
    },
  });
});

it('a crash at any call of pausing a subscription, and a retry: paused there and here, and audited', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const user = await customer(app);
      user.has();
      await user.updated();
      return user;
    },
    operation: (app, user) => user.pause(app),
    async check(app, user, answer) {
      expect(answer).toMatchObject({ status: 200, body: { paid_status: 'paused' } });
      expect(app.world.processor.subscriptions.get(user.subscriptionId)?.isCollectionPaused).toBe(true);
      expect((await app.users.byId(user.id))?.paidStatus).toBe('paused');
      expect(new Set(await user.audited(app))).toEqual(new Set(['pause_billing_subscription']));
    },
  });
  expect(written(calls)).toEqual(['GetItem', 'GetItem', 'GetSubscription', 'PauseSubscription', 'TransactWriteItems']);
});

it('a crash at any call of taking a paid invoice of an ended account, and a retry: nothing granted, one notice', async () => {
  await crashTest({
    env: { BILLING_PRICE_CREDITS: '{"price_crash":40}' },
    async prepare(app) {
      const user = await customer(app);
      await user.updated({ status: 'canceled' });
      await app.operators.invalidateAccount({ body: { user_id: user.id }, headers: operator });
      await app.settle();
      return {
        userId: user.id,
        event: eventOf('invoice.payment_succeeded', user.invoice({ lines }), user.at),
      };
    },
    operation: (app, { event }) => send(app, event),
    async check(app, { userId }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { outcome: 'inactive_account' } });
      expect((await app.ledger.page(userId, { limit: 10 })).transactions).toEqual([]);
      await app.settle();
      const notices = app.world.messages.filter(({ queue }) => queue === 'notices');
      expect(new Set(notices.map(({ message }) => 'id' in message && message.id)).size).toBe(1);
    },
  });
});
