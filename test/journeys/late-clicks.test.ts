import { newSid } from '#test/api/events/scene.ts';
import { operator } from '#test/api/licences/partner/partner-scene.ts';
import { newWorld, startApp } from '#test/kit/harness.ts';
import { newEndpoint, run, verified } from '#test/webhooks/scene.ts';
import { bodyOf } from './answers.ts';
import { expectBooksToAgree } from './books.ts';
import { eventLog } from './event-books.ts';
import { joins, opensShop, totalsOf } from './people.ts';

it('sales whose clicks arrive late are credited to their click or the click of their user, except sales of an erased user, and no erasure or recount changes a figure', async () => {
  const app = await startApp(await newWorld());
  const owner = await joins(app);
  const { headers } = owner;
  const shop = await opensShop(app, owner);
  const endpoint = await newEndpoint(app, headers);
  const land = async (sid: string, campaign: string) => {
    const url = `https://shop.example/?svc_campaign=${campaign}`;
    bodyOf(await app.pixel.createSession({ body: { key: shop.pixelKey, url, sid } }));
  };
  const erase = async (body: { external_user_id: string } | { svc_click_id: string }) => {
    bodyOf(await app.privacy.erase({ body, headers }));
    app.world.clock.now += 180_000;
    await app.work('erasure');
  };
  const recount = async () => {
    const body = { user_id: owner.id, from: '2026-11-01', to: '2026-12-01' };
    bodyOf(await app.operators.recount({ body, headers: operator }));
    await app.work('recount');
  };
  const known = newSid();
  await land(known, 'autumn');
  await app.pixel.identify({ body: { key: shop.pixelKey, sid: known, external_user_id: 'ada' } });
  const [ofAda, ofBob, ofNobody] = [newSid(), newSid(), newSid()];
  const order = { event_type: 'order_created', value: '3.10', currency: 'EUR' };
  const ada = { event_id: 'ada:1', svc_click_id: ofAda, external_user_id: 'ada' };
  const bob = { event_id: 'bob:1', svc_click_id: ofBob, external_user_id: 'bob' };
  for (const sale of [ada, bob, { event_id: 'nobody:1', svc_click_id: ofNobody }])
    expect(await shop.send({ ...order, ...sale })).toMatchObject({ status: 202 });
  await run(app);
  await erase({ external_user_id: 'bob' });
  for (const sid of [ofAda, ofBob, ofNobody]) await land(sid, 'winter');
  await run(app);

  expect(verified(app, endpoint.secret).map(({ type, data }) => [type, data.event_id, data.campaign])).toEqual([
    ['conversion.matched_late', 'ada:1', 'autumn'],
    ['conversion.matched_late', 'nobody:1', 'winter'],
  ]);
  const log = (await eventLog(app, headers)).map((one) => [one.event_id, one.outcome, one.campaign]);
  expect(log.sort()).toEqual([
    ['ada:1', 'matched', 'autumn'],
    ['bob:1', 'unmatched', undefined],
    ['nobody:1', 'matched', 'winter'],
  ]);
  const totals = await totalsOf(app, headers);
  expect(totals.map(({ campaign, count, value }) => [campaign, count, value])).toEqual([
    ['autumn', 1, '3.10'],
    ['winter', 1, '3.10'],
  ]);
  const steps = [recount, () => erase({ svc_click_id: ofNobody }), () => erase({ external_user_id: 'ada' }), recount];
  for (const step of steps) {
    await step();
    expect((await expectBooksToAgree(app, owner, headers)).live).toEqual([{ currency: 'EUR', value: '6.20', count: 2 }]);
    expect(await totalsOf(app, headers)).toEqual(totals);
  }
});
