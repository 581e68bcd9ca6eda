import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { newEndpoint, run, verified } from '#test/webhooks/scene.ts';
import { bodyOf } from './answers.ts';
import { expectBooksToAgree } from './books.ts';
import { eventLog } from './event-books.ts';
import { joins, opensShop, totalsOf } from './people.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

const ada = { external_user_id: 'customer-42' };
const order = (event_id: string, more: object = {}) => ({
  event_type: 'order_created',
  event_id,
  svc_click_id: 's_cookie_was_lost',
  value: '25.00',
  ...more,
});

it('a repeat buyer without a cookie is credited as the shop chose (off, report, answer), and erasure and recount change no figure', async () => {
  const owner = await joins(app);
  const shop = await opensShop(app, owner);
  const endpoint = await newEndpoint(app, owner.headers, { events: ['conversion.matched_late'] });
  const choose = async (identity_attribution: 'off' | 'report' | 'answer') => {
    const query = { pixel_key: shop.pixelKey };
    bodyOf(await app.keys.changeSettings({ body: { identity_attribution }, query, headers: owner.headers }));
    app.world.clock.now += 61_000;
  };
  const receipt = async (event_id: string) =>
    bodyOf(await app.events.readConversion({ params: { event_id }, query: {}, headers: owner.headers }));
  const sid = await shop.land('svc_campaign=autumn&svc_ad_id=ad_9');
  const body = { key: shop.pixelKey, sid, ...ada };
  expect((await app.pixel.identify({ body })).status).toBe(202);
  app.world.clock.now += 20 * 3_600_000;
  const answers = {
    unmatched: { status: 202, body: { matched: false, reason: 'unknown_svc_click_id' } },
    matched: { status: 200, body: { matched: true, campaign: 'autumn' } },
  };

  await choose('off');
  expect(await shop.send(order('off:1', ada))).toMatchObject(answers.unmatched);
  await run(app);
  expect(await receipt('off:1')).toMatchObject({ matched: false, counted: false });

  await choose('report');
  expect(await shop.send(order('report:1', ada))).toMatchObject(answers.unmatched);
  expect(await shop.send(order('report:2', { external_user_id: 'guest' }))).toMatchObject({
    status: 202,
    body: { warnings: [{ code: 'placeholder_ignored' }, { code: 'value_from_text' }] },
  });
  await run(app);
  expect(await receipt('report:1')).toMatchObject({
    matched: true,
    counted: true,
    late: true,
    matched_by: 'external_user_id',
    campaign: 'autumn',
  });
  expect(await shop.send(order('report:1', ada))).toMatchObject({
    status: 200,
    body: { duplicate: true, matched: false, reason: 'unknown_svc_click_id' },
  });
  expect(verified(app, endpoint.secret).map(({ type, data }) => [type, data.event_id])).toEqual([['conversion.matched_late', 'report:1']]);

  await choose('answer');
  expect(await shop.send(order('answer:1', ada))).toMatchObject(answers.matched);
  expect(await shop.send(order('named:1', { svc_click_id: sid, value: '5.00' }))).toMatchObject(answers.matched);
  await run(app);

  const before = await expectBooksToAgree(app, owner);
  expect(before.live).toEqual([{ currency: 'USD', value: '55.00', count: 3 }]);
  const ways = { group_by: 'matched_by' };
  const byWay = [
    { matched_by: 'external_user_id', currency: 'USD', count: 2, value: '50.00' },
    { matched_by: 'svc_click_id', currency: 'USD', count: 1, value: '5.00' },
  ];
  expect(await totalsOf(app, owner.headers, ways)).toEqual(byWay);
  const log = await eventLog(app, owner.headers);
  expect(log.filter(({ matched_by }) => matched_by).map(({ event_id, outcome, late }) => [event_id, outcome, late])).toEqual([
    ['answer:1', 'matched', undefined],
    ['report:1', 'matched', true],
  ]);

  expect(await app.privacy.erase({ body: ada, headers: owner.headers })).toMatchObject({ status: 202 });
  app.world.clock.now += 180_000;
  await app.work('erasure');
  expect(await receipt('report:1')).toMatchObject({ erased: true, has_external_user: false, value: '25.00' });
  expect(await shop.send(order('answer:1', ada))).toMatchObject({ body: { duplicate: true } });
  expect(await shop.send(order('answer:2', ada))).toMatchObject(answers.unmatched);
  await run(app);
  expect((await expectBooksToAgree(app, owner)).live).toEqual(before.live);
  expect(await totalsOf(app, owner.headers, ways)).toEqual(byWay);

  const { task_id } = bodyOf(
    await app.operators.recount({
      body: { user_id: owner.id, from: '2026-11-01', to: '2026-12-01' },
      headers: operator,
    }),
  );
  await app.work('recount');
  const task = bodyOf(await app.operators.readTask({ params: { task_id }, headers: operator }));
  expect(task).toMatchObject({ status: 'completed' });
  expect((await expectBooksToAgree(app, owner)).live).toEqual(before.live);
  expect(await totalsOf(app, owner.headers, ways)).toEqual(byWay);
  expect(verified(app, endpoint.secret)).toHaveLength(1);
});
