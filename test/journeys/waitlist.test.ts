import { deliverAll } from '#test/api/accounts/stranger.ts';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { startTestVendors, type TestVendors } from '#test/kit/vendors.ts';
import { bodyOf } from './answers.ts';
import { expectBooksToAgree } from './books.ts';
import { actionsOn, joins, opensShop } from './people.ts';

let vendors: TestVendors;
let app: TestApp;
beforeAll(async () => {
  vendors = await startTestVendors();
  app = await startApp(await newWorld(), {
    env: { ...vendors.env, CREDIT_COSTS: '{"discovery":3}' },
  });
});
afterAll(() => vendors.stop());

it('a flagged account keeps its keys, sales, reads and credits on the waitlist, is refused what costs, and works whole once an operator clears it', async () => {
  const person = await joins(app);
  const { headers } = person;
  const shop = await opensShop(app, person);
  bodyOf(await app.accounts.changeProfile({ body: { company_website: 'northwind.example' }, headers }));
  bodyOf(
    await app.operators.grantCredits({
      body: { user_id: person.id, amount: 5, reason: 'Welcome' },
      headers: operator,
    }),
  );
  const validate = (email?: string) =>
    app.accounts.validateCompanyDescription({
      body: { company_description: 'We sell [[violence]] to everybody.', email },
      ...(!email && { headers }),
    });
  app.world.clientAddress = '198.51.100.9';
  expect(bodyOf(await validate(person.email)).reason).toContain('once you sign in with it');
  expect(bodyOf(await app.accounts.readMe({ headers })).on_waitlist).toBe(false);
  app.world.clientAddress = '192.0.2.1';
  expect(bodyOf(await validate()).reason).toContain('so the account is moved to the waitlist');
  await app.settle();
  await app.work('notices');
  expect(app.world.notices.filter((text) => text.includes(`Account ${person.id} `))).toHaveLength(1);

  const page = { page_url: '104000000101303' };
  const picture = { image_url: 'https://a.example/b.png' };
  const costly = () => [
    app.competitors.discover({ body: { company_website: 'northwind.example' }, headers }),
    app.keywordPlans.planKeywords({ headers, query: {} }),
    app.prompts.generateAdPrompt({ body: picture, headers, query: {} }),
    app.competitors.discoverOwnPage({ headers, query: {} }),
    app.competitors.setOwnPage({ body: page, headers, query: {} }),
    app.competitors.readOwnAds({ headers, query: {} }),
  ];
  const codesOf = async () => (await Promise.all(costly())).map(({ status, body }) => [status, 'code' in body && body.code]);
  expect(await codesOf()).toEqual(costly().map(() => [403, 'on_waitlist']));
  const sid = await shop.land();
  for (const event_id of ['order:1', 'order:2'])
    expect(await shop.send({ event_type: 'order_created', event_id, svc_click_id: sid, value: '7.5' })).toMatchObject({ status: 200 });
  await opensShop(app, person, 'test', 'Trial');
  await deliverAll(app);
  expect(await expectBooksToAgree(app, person, headers)).toMatchObject({
    balance: 5,
    live: [{ currency: 'USD', value: '15.00', count: 2 }],
  });

  const listed = async () => bodyOf(await app.operators.listWaitlist({ query: { limit: 100 }, headers: operator })).accounts;
  expect(await listed()).toMatchObject([{ user_id: person.id, source: 'description' }]);
  const clear = (more: object = {}) =>
    app.operators.setWaitlist({
      body: { user_id: person.id, on_waitlist: false, reason: 'Reviewed', ...more },
      headers: operator,
    });
  bodyOf(await clear({ dry_run: true }));
  expect((await listed()).map(({ user_id }) => user_id)).toEqual([person.id]);
  bodyOf(await clear());
  expect(await listed()).toEqual([]);
  expect(bodyOf(await validate()).reason).toContain('already reviewed');
  expect(bodyOf(await app.accounts.readMe({ headers })).on_waitlist).toBe(false);
  bodyOf(await app.competitors.discover({ body: { company_website: 'https://northwind.example/' }, headers }));
  await app.settle();
  await app.work('discovery');
  const overview = bodyOf(await app.competitors.listCompanyCompetitors({ headers, query: {} }));
  expect(overview.competitors.length).toBeGreaterThanOrEqual(10);
  expect((await expectBooksToAgree(app, person, headers)).balance).toBe(2);
  expect((await actionsOn(app, person.id)).filter((action) => action === 'set_waitlist')).toHaveLength(1);
});
