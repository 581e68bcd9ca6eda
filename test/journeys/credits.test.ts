import { eventOf, linesOf, prices, send as sendBilling } from '#test/api/billing/billing-scene.ts';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { newWorld, startApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';
import { bodyOf } from './answers.ts';
import { expectBooksToAgree } from './books.ts';
import { joins } from './people.ts';

let vendors: TestVendors;
beforeAll(async () => {
  vendors = await startTestVendors();
});
afterAll(() => vendors.stop());
const [low, out] = ['Your credits are running low', 'You have no credits left'];

it('a person spends to a refusal that says where to buy, pays an invoice that comes twice, and spends on; a failed discovery costs nothing, and each mail is sent once', async () => {
  const app = await startApp(await newWorld(), {
    env: {
      ...vendors.env,
      ...prices,
      CREDIT_COSTS: '{"discovery":3}',
      LOW_CREDITS_THRESHOLD: '3',
      BILLING_PORTAL_URL: 'https://pay.example/portal',
    },
  });
  const person = await joins(app);
  const { headers, id } = person;
  const books = () => expectBooksToAgree(app, person, headers);
  const discover = (company_website = 'https://northwind.example/') => app.competitors.discover({ body: { company_website }, headers });
  const discovered = async (company_website?: string) => {
    const begun = bodyOf(await discover(company_website));
    await app.settle();
    for (let tries = 0; tries < 8; tries++) {
      await app.work('discovery').catch(() => undefined);
      app.world.clock.now += 61_000;
    }
    const params = { task_id: 'task_id' in begun ? begun.task_id : '' };
    return bodyOf(await app.competitors.readDiscovery({ params, headers })).status;
  };
  const grant = (amount: number, key: string) =>
    app.operators.grantCredits({
      body: { user_id: id, amount, reason: 'Welcome' },
      headers: { ...operator, 'idempotency-key': key },
    });
  expect(bodyOf(await grant(6, 'welcome-1')).duplicate).toBe(false);
  expect(bodyOf(await grant(6, 'welcome-1')).duplicate).toBe(true);
  expect((await books()).balance).toBe(6);

  expect(await discovered('https://nobody-is-there.example')).toBe('failed');
  expect((await books()).balance).toBe(6);
  expect(await discovered()).toBe('completed');
  expect(await books()).toMatchObject({ balance: 3, mails: ['Welcome to adtrail', low] });
  expect(await discovered()).toBe('completed');
  const refused = {
    status: 402,
    body: { code: 'insufficient_credits', next: { url: 'https://pay.example/portal' } },
  };
  for (let again = 0; again < 3; again++) expect(await discover()).toMatchObject(refused);
  expect(await books()).toMatchObject({ balance: 0, mails: ['Welcome to adtrail', low, out] });

  app.world.processor.customers.set('cus_1', { userId: id, email: null });
  const at = Math.floor(app.world.clock.now / 1000);
  const subscription = {
    id: 'sub_1',
    object: 'subscription',
    customer: 'cus_1',
    status: 'active',
    pause_collection: null,
    items: { data: [{ current_period_end: at + 86_400 }] },
  };
  const invoice = {
    id: 'in_1',
    object: 'invoice',
    customer: 'cus_1',
    customer_email: person.email,
    billing_reason: 'subscription_create',
    amount_paid: 4900,
    lines: linesOf({ price: 'price_plan' }),
    parent: { type: 'subscription_details', subscription_details: { subscription: 'sub_1' } },
  };
  const paid = eventOf('invoice.payment_succeeded', invoice, at);
  const events = [paid, eventOf('customer.subscription.updated', subscription, at), paid];
  for (const event of events) expect((await sendBilling(app, event)).status).toBe(200);
  await sendBilling(app, eventOf('invoice.payment_succeeded', invoice, at + 1));
  expect(await books()).toMatchObject({ balance: 100 });
  expect(bodyOf(await app.accounts.readMe({ headers })).paid_status).toBe('active');
  expect(bodyOf(await app.notifications.scheduleNudge({ body: { type: 'cart_abandoned' }, headers }))).toMatchObject({
    scheduled: false,
    reason: 'paid',
  });

  expect(await discovered()).toBe('completed');
  const { balance, mails } = await books();
  expect([balance, mails]).toEqual([97, ['Welcome to adtrail', low, out]]);
  const all = bodyOf(await app.credits.listCredits({ query: { limit: 100 }, headers })).transactions;
  expect(all.map(({ type, amount }) => [type, amount]).reverse()).toEqual([
    ['ADJUSTMENT', 6],
    ...[1, 2].map(() => ['usage', -3]),
    ['billing_renewal', 100],
    ['usage', -3],
  ]);
});
