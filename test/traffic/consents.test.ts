import { bodyOf } from '#test/journeys/answers.ts';
import { newWorld, operatorToken, startApp } from '#test/kit/harness.ts';
import { dataCentre, dataCentreFile, trafficScene } from './scene.ts';

const operator = { 'x-svc-dev-token': operatorToken };
const query = { from: '2026-11-20', to: '2026-11-21' };

it('clicks are counted by what they say now: first, later, and after a recount', async () => {
  const app = await startApp(await newWorld(), { env: { DATA_CENTRES_FILE: dataCentreFile() } });
  const scene = await trafficScene(app);
  const { owner } = scene;
  const consents = async () => bodyOf(await app.reports.reportTraffic({ query, headers: owner.headers })).consents;
  const state = (sid: string, word: 'granted' | 'denied') =>
    app.pixel.stateConsent({ body: { key: owner.pixelKey, sid, consent: { ad_user_data: word } } });
  const clicks = await Promise.all(Array.from({ length: 6 }, () => scene.click({ ad: 'ad_1' })));
  const bot = await scene.click({ address: dataCentre, userAgent: 'curl/8' });
  await app.settle();
  const row = { channel: 'paid_search', traffic: 'human' };
  const ofBots = { channel: 'paid_search', traffic: 'bot' };
  expect(await consents()).toEqual([
    { ...row, ad_user_data: 'unknown', clicks: 6 },
    { ...ofBots, ad_user_data: 'unknown', clicks: 1 },
  ]);

  app.world.clock.now += 1000;
  for (const { sid } of clicks.slice(0, 3)) await state(sid, 'granted');
  await state(clicks[3]?.sid ?? '', 'denied');
  await state(bot.sid, 'granted');
  await app.settle();
  app.world.clock.now += 1000;
  await state(clicks[0]?.sid ?? '', 'denied');
  await app.settle();
  const counted = [
    { ...row, ad_user_data: 'granted', clicks: 2 },
    { ...row, ad_user_data: 'denied', clicks: 2 },
    { ...row, ad_user_data: 'unknown', clicks: 2 },
    { ...ofBots, ad_user_data: 'granted', clicks: 1 },
  ];
  expect(await consents()).toEqual(counted);
  expect(await scene.cells()).toEqual(await scene.wanted());

  const { task_id } = bodyOf(await app.operators.recount({ body: { user_id: owner.id, ...query }, headers: operator }));
  await app.work('recount');
  await app.settle();
  expect(bodyOf(await app.operators.readTask({ params: { task_id }, headers: operator }))).toMatchObject({ status: 'completed' });
  expect(await consents()).toEqual(counted);

  await app.privacy.erase({ body: { svc_click_id: clicks[1]?.sid ?? '' }, headers: owner.headers });
  await app.settle();
  expect(await consents()).toEqual(counted);
  const other = bodyOf(await app.reports.reportTraffic({ query: { ...query, pixel_key: owner.pixelKey }, headers: owner.headers }));
  expect(other.consents).toEqual(counted);
});
