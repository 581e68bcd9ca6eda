import { eventOf, linesOf, prices, send as sendBilling } from '#test/api/webhooks/billing-scene.ts';
import { created, newKey, operator, own, send } from '#test/api/webhooks/partner-scene.ts';
import { run as runJob } from '#test/credits/grants/scene.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';
import { bodyOf, expectBooksToAgree } from './books.ts';
import { joins, type Person, signsIn } from './people.ts';

let vendors: TestVendors;
beforeAll(async () => {
  vendors = await startTestVendors();
});
afterAll(() => vendors.stop());
const [low, out] = ['Your credits are running low', 'You have no credits left'];

it('a person spends to a refusal that says where to buy, pays an invoice that comes twice, and spends on; a failed discovery costs nothing, and each mail is sent once', async () => {
  const app = await startApp(await newWorld(), {
    env: {
      ...{ ...vendors.env, ...prices, CREDIT_COSTS: '{"discovery":3}', LOW_CREDITS_THRESHOLD: '3' },
      BILLING_PORTAL_URL: 'https://pay.example/portal',
    },
  });
  const person = await joins(app);
  const { headers, id } = person;
  const books = () => expectBooksToAgree(app, person, headers);
  const discover = (company_website = 'https://northwind.example/') =>
    app.discover.discover({ body: { company_website }, headers });
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
    app.maintenance.grantCredits({
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
    ...{ id: 'sub_1', object: 'subscription', customer: 'cus_1', status: 'active' },
    ...{ pause_collection: null, items: { data: [{ current_period_end: at + 86_400 }] } },
  };
  const invoice = {
    ...{ id: 'in_1', object: 'invoice', customer: 'cus_1', customer_email: person.email },
    ...{ billing_reason: 'subscription_create', amount_paid: 4900, lines: linesOf({ price: 'price_plan' }) },
    parent: { type: 'subscription_details', subscription_details: { subscription: 'sub_1' } },
  };
  const paid = eventOf('invoice.payment_succeeded', invoice, at);
  const events = [paid, eventOf('customer.subscription.updated', subscription, at), paid];
  for (const event of events) expect((await sendBilling(app, event)).status).toBe(200);
  // The same invoice by another event pays nothing either.
  await sendBilling(app, eventOf('invoice.payment_succeeded', invoice, at + 1));
  expect(await books()).toMatchObject({ balance: 100 });
  expect(bodyOf(await app.auth.readMe({ headers })).paid_status).toBe('active');
  // Who pays gets no reminder to buy, and is told so.
  expect(
    bodyOf(await app.notifications.scheduleNudge({ body: { type: 'cart_abandoned' }, headers })),
  ).toMatchObject({ scheduled: false, reason: 'paid' });

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

it('a licence pays at its activation, the difference of an upgrade and once a month, moves with its team to another account, and pays neither account twice', async () => {
  const app: TestApp = await startApp(await newWorld(Date.parse('2026-11-25T06:00:00Z')));
  const people = [await joins(app), await joins(app), await joins(app)] as const;
  const [buyer, second, member] = people;
  const balances = async () => {
    const found: number[] = [];
    for (const person of people) found.push((await expectBooksToAgree(app, person)).balance);
    return found;
  };
  const [silver, platinum] = [newKey(), newKey()];
  const tell = async (event: string, license_key: string, more: object = {}) =>
    expect(await send(app, { event, license_key, created_at: created, ...more })).toMatchObject({
      status: 200,
    });
  const activate = (license_key: string, { headers }: Person) =>
    app.credits.activateLicence({ body: { license_key }, headers });
  const jobs = async (day: string) => {
    app.world.clock.now = Date.parse(`${day}T14:30:00Z`);
    await runJob(app, 'subscription_renewals');
    await runJob(app, 'partner_monthly_topup');
  };

  await tell('purchase', silver, { tier: 1 });
  expect((await activate(silver, buyer)).status).toBe(200);
  expect((await activate(silver, buyer)).status).toBe(200);
  expect(await activate(silver, second)).toMatchObject({ status: 409, body: { code: 'licence_taken' } });
  expect(await balances()).toEqual([100, 0, 0]);

  const params = { license_key: silver };
  const invitation = bodyOf(
    await app.credits.inviteTeamMember({ params, body: { email: member.email }, headers: buyer.headers }),
  );
  bodyOf(
    await app.credits.acceptInvitation({
      params: { id: invitation.invitation_id },
      headers: member.headers,
    }),
  );
  // The pair of events of an upgrade, each twice and in the wrong order.
  for (let twice = 0; twice < 2; twice++) {
    await tell('deactivate', silver, { created_at: created + 1e6 });
    await tell('upgrade', platinum, { prev_license_key: silver, tier: 3, created_at: created + 1e6 });
  }
  expect((await own(app, buyer.headers)).tier).toBe(3);
  const seen = (await own(app, member.headers)).licences.map((one) => [one.status, one.role, one.tier]);
  expect(seen.sort()).toEqual([
    ['active', 'member', 3],
    ['deactivated', 'member', 1],
  ]);
  expect(await balances()).toEqual([600, 0, 0]);
  await jobs('2026-11-25');
  await jobs('2026-11-30');
  expect(await balances()).toEqual([600, 0, 0]);

  const moved = { license_key: platinum, email: second.email, reason: 'A new account' };
  const dry = bodyOf(
    await app.maintenance.transferLicence({ body: { ...moved, dry_run: true }, headers: operator }),
  );
  expect(dry).toMatchObject({ dry_run: true, user_id: second.id });
  const buyersTier = async () => (await own(app, await signsIn(app, buyer))).tier;
  expect(await buyersTier()).toBe(3);
  for (let twice = 0; twice < 2; twice++)
    bodyOf(await app.maintenance.transferLicence({ body: moved, headers: operator }));
  expect(await buyersTier()).toBeNull();
  const members = bodyOf(
    await app.credits.listTeam({
      params: { license_key: platinum },
      headers: await signsIn(app, second),
    }),
  ).members;
  expect(members.map(({ email, status }) => [email, status])).toEqual([[member.email, 'member']]);
  await jobs('2026-11-30');
  expect(await balances()).toEqual([600, 0, 0]);

  await jobs('2026-12-25');
  await jobs('2026-12-31');
  expect(await balances()).toEqual([600, 600, 0]);
  await tell('deactivate', platinum, { created_at: created + 2e9 });
  await jobs('2027-01-25');
  await jobs('2027-01-31');
  expect(await balances()).toEqual([600, 600, 0]);
  expect((await own(app, await signsIn(app, second))).tier).toBeNull();
});
