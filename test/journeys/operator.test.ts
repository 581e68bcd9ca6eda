import { randomUUID } from 'node:crypto';
import { deliverAll } from '#test/api/auth/stranger.ts';
import { operator } from '#test/api/webhooks/partner-scene.ts';
import { newOperator } from '#test/http/callers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';
import { bodyOf, expectBooksToAgree, expectEventsToAgree, expectLedgerToAgree } from './books.ts';
import { joins, opensShop, registers, signsIn } from './people.ts';

let vendors: TestVendors;
let app: TestApp;
beforeAll(async () => {
  vendors = await startTestVendors();
});
beforeEach(async () => {
  app = await startApp(await newWorld(), {
    env: { ...vendors.env, CREDIT_COSTS: '{"discovery":3}' },
  });
});
afterAll(() => vendors.stop());
const passes = (seconds: number) => {
  app.world.clock.now += seconds * 1000;
};
type Answer = { status: number; body: unknown };
const actionsOn = async (user_id: number) => {
  const query = { user_id, limit: 100 };
  const { entries } = bodyOf(await app.maintenance.listAudit({ query, headers: operator }));
  // Every view is recorded too.
  return entries.map(({ action }) => action).filter((action) => !action.startsWith('read_'));
};
/** Everything that is stored and was sent. */
const state = async () =>
  structuredClone([
    await allItems(app.world, 'accounts'),
    await allItems(app.world, 'attribution'),
    [app.world.mails, app.world.messages, app.world.notices],
  ]);

it('an operator tries each step before doing it: grant, reversal, invalidation and reactivation happen once, the audit tells each once and no dry run, and the shop sells on', async () => {
  const person = await joins(app);
  const shop = await opensShop(app, person);
  const sale = { event_type: 'order_created', value: 30, currency: 'EUR' };
  const sid = await shop.land();
  await shop.send({ ...sale, event_id: 'order:1', svc_click_id: sid });
  await deliverAll(app);
  /** The dry run answers as the step does, and changes nothing; then the step itself. */
  const step = async (act: (more: { dry_run?: boolean }) => Promise<Answer>) => {
    const before = await state();
    const dry = await act({ dry_run: true });
    expect(await state()).toEqual(before);
    const done = await act({});
    expect(dry.status).toBe(done.status);
    await deliverAll(app);
    passes(1);
    return done;
  };
  const user = { user_id: person.id, reason: 'Asked by telephone' };
  const key = { ...operator, 'idempotency-key': randomUUID() };
  const grant = (more: object = {}) =>
    app.maintenance.grantCredits({
      body: { ...user, amount: 10, ...more },
      // A dry run is a request of its own.
      headers: 'dry_run' in more ? operator : key,
    });
  await step(grant);
  const granted = bodyOf(await grant());
  expect(granted).toMatchObject({ duplicate: true, balance: 10 });
  const body = { ...user, transaction_id: granted.transaction.id };
  const reverse = (more: object = {}) =>
    app.maintenance.reverseCredits({ body: { ...body, ...more }, headers: operator });
  await step(reverse);
  expect(bodyOf(await reverse())).toMatchObject({ duplicate: true, balance: 0 });

  const reader = await newOperator(app, { role: 'read' });
  const { token } = await app.viewDeps().tokens.issue('operator', reader);
  const readOnly = { 'x-svc-dev-token': token };
  const invalidate = (more: object = {}, headers: Record<string, string> = operator) =>
    app.maintenance.invalidateAccount({ body: { ...user, ...more }, headers });
  expect((await invalidate({ dry_run: true }, readOnly)).status).toBe(403);
  expect((await step(invalidate)).status).toBe(200);
  passes(61);
  expect((await shop.send({ ...sale, event_id: 'order:2', svc_click_id: sid })).status).toBe(401);
  expect((await app.auth.readMe({ headers: person.headers })).status).toBe(401);

  const successor = await registers(app, person.email);
  const reactivate = (more: object = {}) =>
    app.maintenance.reactivateAccount({ body: { ...user, ...more }, headers: operator });
  expect(await step(reactivate)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  const new_email = `${randomUUID()}@company.example`;
  expect((await step((more) => reactivate({ ...more, new_email }))).status).toBe(200);
  expect(bodyOf(await reactivate({ new_email }))).toMatchObject({ already: true });
  passes(61);
  expect(await shop.send({ ...sale, event_id: 'order:2', svc_click_id: sid })).toMatchObject({
    status: 200,
    body: { duplicate: false },
  });
  await deliverAll(app);

  const again = { id: person.id, email: new_email, formerEmails: [person.email] };
  const headers = await signsIn(app, again);
  expect(await expectBooksToAgree(app, again, headers)).toMatchObject({
    balance: 0,
    live: [{ currency: 'EUR', value: '60.00', count: 2 }],
    mails: [
      ...['Welcome to adtrail', 'A new Conversion API key was created'],
      'Your account is active again',
    ],
  });
  expect(await expectLedgerToAgree(app, successor, successor.headers)).toBe(0);
  expect(await expectEventsToAgree(app, successor, successor.headers, 'live')).toEqual([]);
  expect(await actionsOn(person.id)).toEqual([
    ...['reactivate_account', 'invalidate_account', 'reverse_credits', 'grant_credits'],
  ]);
  expect(await actionsOn(successor.id)).toEqual([]);
});

it('a flagged account keeps its keys, sales, reads and credits on the waitlist, is refused what costs, and works whole once an operator clears it', async () => {
  const person = await joins(app);
  const { headers } = person;
  const shop = await opensShop(app, person);
  bodyOf(await app.auth.changeProfile({ body: { company_website: 'northwind.example' }, headers }));
  bodyOf(
    await app.maintenance.grantCredits({
      body: { user_id: person.id, amount: 5, reason: 'Welcome' },
      headers: operator,
    }),
  );
  const validate = (email?: string) =>
    app.onboarding.validateCompanyDescription({
      body: { company_description: 'We sell [[violence]] to everybody.', email },
      ...(!email && { headers }),
    });
  // From another network nobody can put the account on the list, and the answer does not say so.
  app.world.clientAddress = '198.51.100.9';
  expect(bodyOf(await validate(person.email)).reason).toContain('once you sign in with it');
  expect(bodyOf(await app.auth.readMe({ headers })).on_waitlist).toBe(false);
  app.world.clientAddress = '192.0.2.1';
  expect(bodyOf(await validate()).reason).toContain('so the account is moved to the waitlist');
  await app.settle();
  await app.work('notices');
  expect(app.world.notices.filter((text) => text.includes(`Account ${person.id} `))).toHaveLength(1);

  const page = { page_url: '104000000101303' };
  const picture = { image_url: 'https://a.example/b.png' };
  const costly = () => [
    app.discover.discover({ body: { company_website: 'northwind.example' }, headers }),
    app.dashboard.planKeywords({ headers, query: {} }),
    app.prompts.generateAdPrompt({ body: picture, headers, query: {} }),
    app.competitors.discoverOwnPage({ headers, query: {} }),
    app.competitors.setOwnPage({ body: page, headers, query: {} }),
    app.competitors.readOwnAds({ headers, query: {} }),
  ];
  const codesOf = async () =>
    (await Promise.all(costly())).map(({ status, body }) => [status, 'code' in body && body.code]);
  expect(await codesOf()).toEqual(costly().map(() => [403, 'on_waitlist']));
  const sid = await shop.land();
  for (const event_id of ['order:1', 'order:2'])
    expect(
      await shop.send({ event_type: 'order_created', event_id, svc_click_id: sid, value: '7.5' }),
    ).toMatchObject({ status: 200 });
  await opensShop(app, person, 'test', 'Trial');
  await deliverAll(app);
  expect(await expectBooksToAgree(app, person, headers)).toMatchObject({
    balance: 5,
    live: [{ currency: 'USD', value: '15.00', count: 2 }],
  });

  const listed = async () =>
    bodyOf(await app.maintenance.listWaitlist({ query: { limit: 100 }, headers: operator })).accounts;
  expect(await listed()).toMatchObject([{ user_id: person.id, source: 'description' }]);
  const clear = (more: object = {}) =>
    app.maintenance.setWaitlist({
      body: { user_id: person.id, on_waitlist: false, reason: 'Reviewed', ...more },
      headers: operator,
    });
  bodyOf(await clear({ dry_run: true }));
  expect((await listed()).map(({ user_id }) => user_id)).toEqual([person.id]);
  bodyOf(await clear());
  expect(await listed()).toEqual([]);
  expect(bodyOf(await validate()).reason).toContain('already reviewed');
  expect(bodyOf(await app.auth.readMe({ headers })).on_waitlist).toBe(false);
  bodyOf(await app.discover.discover({ body: { company_website: 'https://northwind.example/' }, headers }));
  await app.settle();
  await app.work('discovery');
  const found = bodyOf(await app.dashboard.listCompanyCompetitors({ headers, query: {} }));
  expect(found.competitors.length).toBeGreaterThanOrEqual(10);
  expect((await expectBooksToAgree(app, person, headers)).balance).toBe(2);
  expect((await actionsOn(person.id)).filter((action) => action === 'set_waitlist')).toHaveLength(1);
});
