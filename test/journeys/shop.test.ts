import { deliverAll } from '#test/api/accounts/stranger.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { newEndpoint, run, verified } from '#test/webhooks/scene.ts';
import { bodyOf } from './answers.ts';
import { expectBooksToAgree } from './books.ts';
import { eventLog, linesOf } from './event-books.ts';
import { joins, opensShop, password, registers, totalsOf, verifies } from './people.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const passes = (ms: number) => {
  app.world.clock.now += ms;
};
const order = (event_id: string, more: object = {}) => ({ event_type: 'order_created', event_id, ...more });

it('a shop that registers, verifies, sells, deletes its account and restores it loses no sale, key, endpoint, session or mail', async () => {
  const shop = await registers(app);
  const live = { name: 'Back end', kind: 'secret', environment: 'live' } as const;
  const early = await app.keys.createKey({ body: live, headers: shop.headers });
  expect(early).toMatchObject({
    status: 403,
    body: { code: 'verification_required', next: { operation: expect.any(String) } },
  });
  passes(40_000);
  await verifies(app, shop);
  const store = await opensShop(app, shop);
  const endpoint = await newEndpoint(app, shop.headers);
  const sid = await store.land();
  for (const number of [1, 2, 3]) {
    const sale = order(`order:${number}`, { svc_click_id: sid, value: '19.99' });
    expect(await store.send(sale)).toMatchObject({ status: 200, body: { campaign: 'spring' } });
  }
  expect(await store.send(order('order:4', { svc_click_id: sid, value: 'a lot' }))).toMatchObject({
    status: 422,
  });
  await run(app);
  const before = await expectBooksToAgree(app, shop);
  expect(before.live).toEqual([{ currency: 'USD', value: '59.97', count: 3 }]);

  const ordered = bodyOf(await app.privacy.exportAccount({ headers: shop.headers }));
  expect(ordered.email).toEqual({ scheduled: true, reason: null });
  await app.work('export');
  await deliverAll(app);
  const lines = linesOf(app, `exports/${shop.id}/${ordered.export_id}.ndjson.gz`);
  const listed = lines.filter(({ record }) => record === 'event').map(({ event_id }) => event_id);
  const accepted = await eventLog(app, shop.headers, { outcome: 'matched' });
  expect(listed.toSorted()).toEqual(accepted.map(({ event_id }) => event_id).toSorted());

  bodyOf(await app.accounts.deleteAccount({ body: { password }, headers: shop.headers }));
  await deliverAll(app);
  passes(61_000);
  expect((await store.send(order('order:5', { svc_click_id: sid, value: '5' }))).status).toBe(401);
  expect((await app.accounts.readMe({ headers: shop.headers })).status).toBe(401);
  passes(20 * 3_600_000);
  bodyOf(await app.accounts.restoreAccount({ body: { email: shop.email, password } }));
  await deliverAll(app);
  passes(61_000);
  expect(await store.send(order('order:5', { svc_click_id: sid, value: '5' }))).toMatchObject({
    status: 200,
    body: { duplicate: false },
  });
  expect(await store.send(order('order:1', { svc_click_id: sid, value: '19.99' }))).toMatchObject({
    body: { duplicate: true },
  });
  await run(app);
  const posts = verified(app, endpoint.secret);
  expect(posts.map(({ data }) => data.event_id).sort()).toEqual(['order:1', 'order:2', 'order:3', 'order:5']);

  const after = await expectBooksToAgree(app, shop, shop.headers);
  expect(after.live).toEqual([{ currency: 'USD', value: '64.97', count: 4 }]);
  expect(after.mails.toSorted()).toEqual(
    [
      'A new Conversion API key was created',
      'The export of your data is ready',
      'Welcome to adtrail',
      'Your account was deleted',
      'Your account was restored',
    ].toSorted(),
  );
});

it('two pixels, two currencies, two days and both environments keep apart in log, totals, funnel and export, singly, in batches, replayed and sent with a key', async () => {
  const owner = await joins(app);
  const [shoes, hats] = [await opensShop(app, owner, 'live', 'Shoes'), await opensShop(app, owner, 'live', 'Hats')];
  const trial = await opensShop(app, owner, 'test', 'Trial');
  const [atShoes, atHats, atTrial] = [
    await shoes.land('svc_campaign=boots&svc_ad_id=ad_b'),
    await hats.land('svc_campaign=caps&svc_ad_id=ad_c'),
    await trial.land('svc_campaign=boots&svc_ad_id=ad_b'),
  ];
  await trial.send(order('order:1', { svc_click_id: atTrial, value: 1, currency: 'EUR' }));
  await shoes.send(order('order:1', { svc_click_id: atShoes, value: '10.10', currency: 'EUR' }));
  await hats.send({
    events: [
      { id: 'order:2', type: 'order_created', svc_click_id: atHats, data: { value: 20, currency: 'EUR' } },
      { id: 'order:3', type: 'order_created', svc_click_id: atHats, data: { value: 30.5, currency: 'GBP' } },
      { id: 'order:4', type: 'order_created', svc_click_id: atHats, data: { value: -1, currency: 'GBP' } },
      { id: 'order:1', type: 'order_created', svc_click_id: atShoes, data: { value: 10.1, currency: 'EUR' } },
    ],
  });
  passes(13 * 3_600_000);
  const yesterday = '2026-11-21T13:00:00Z';
  const sent = await app.keys.sendWithKey({
    params: { id: shoes.secretKeyId },
    body: order('order:5', {
      svc_click_id: atShoes,
      value: '0.015',
      currency: 'GBP',
      occurred_at: yesterday,
    }) as Parameters<TestApp['keys']['sendWithKey']>[0]['body'],
    headers: owner.headers,
  });
  expect(sent.status).toBe(200);
  await shoes.send(order('order:6', { svc_click_id: 's_nobody', value: 99, currency: 'EUR' }));
  await app.settle();

  const rejected = await eventLog(app, owner.headers, { outcome: 'rejected' });
  expect(rejected).toMatchObject([{ event_id: 'order:4', counted: false }]);
  const event_id = rejected[0]?.id ?? '';
  const unrepaired = { params: { event_id }, headers: owner.headers };
  expect((await app.events.replayEvent(unrepaired)).status).toBe(422);
  const repaired = {
    event: { value: 4 },
  };
  const replay = () => app.events.replayEvent({ ...unrepaired, body: repaired });
  expect(await replay()).toMatchObject({ status: 200, body: { matched: true } });
  await replay();
  await app.settle();

  const books = await expectBooksToAgree(app, owner);
  expect(books.live).toEqual([
    { currency: 'EUR', value: '30.10', count: 2 },
    { currency: 'GBP', value: '34.515', count: 3 },
  ]);
  expect(books.test).toEqual([{ currency: 'EUR', value: '1.00', count: 1 }]);
  const byDay = { group_by: 'day', time_basis: 'occurred', from: '2026-11-20', to: '2026-11-22' };
  expect((await totalsOf(app, owner.headers, byDay)).map(({ day, count }) => [day, count])).toEqual([
    ['2026-11-21', 2],
    ['2026-11-21', 2],
    ['2026-11-22', 1],
  ]);
  for (const { pixelKey } of [shoes, hats]) {
    const ofPixel = { pixel_key: pixelKey };
    const counted = (await eventLog(app, owner.headers, ofPixel)).filter((one) => one.counted);
    const rows = await totalsOf(app, owner.headers, ofPixel);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(counted.length);
  }
});
