// Slow: it tries many faults.
import type { Context } from 'aws-lambda';
import fc from 'fast-check';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { newSid, sceneOf } from './scene.ts';

const worker = 'conversion-totals';
type Records = Awaited<ReturnType<TestApp['world']['streams']['peek']>>;

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
beforeAll(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
});

const deliver = (records: Records) => app.consumers[worker](app.world.streams.eventOf(worker, records), {} as Context);
const history = () => app.world.streams.peek(worker);

async function traffic() {
  const advertiser = await newAdvertiser(app);
  const known = await advertiser.click();
  const late = [newSid(), newSid(), newSid()];
  const user = { external_user_id: 'u1' };
  await scene.send(advertiser, { event_id: 'k1', svc_click_id: known, value: 1, ...user });
  await scene.send(advertiser, { event_id: 'l1', svc_click_id: late[0], value: 2, currency: 'EUR' });
  await scene.send(advertiser, { event_id: 'l2', svc_click_id: late[1], value: 4, ...user });
  await scene.batch(advertiser, [{ id: 'l3', type: 'order_created', oppref: late[2], data: { value: 8 } }]);
  await scene.land(advertiser.pixelKey, late[0] as string);
  await scene.send(advertiser, { event_id: 'u1', occurred_at: '2026-11-21T11:00:00Z' });
  const body = { key: advertiser.pixelKey, sid: known, events: [{ event_type: 'page_viewed' }] };
  await app.pixel.sendPixelEvents({ body });
  await scene.land(advertiser.pixelKey, late[1] as string);
  await scene.land(advertiser.pixelKey, newSid(), `svc_campaign=spring&oppref=${late[2]}`);
  await scene.send(advertiser, { event_id: 'o1', svc_click_id: await advertiser.click('ref=organic') });
  const linked = await advertiser.click();
  const other = { external_user_id: 'u2' };
  await scene.batch(advertiser, [{ id: 'w1', type: 'order_created', data: { value: 16 }, ...other }]);
  await scene.send(advertiser, { event_id: 's1', value: 32, svc_click_id: linked, ...other });
  return advertiser;
}

async function expectCountedOnce(advertiser: Awaited<ReturnType<typeof traffic>>) {
  expect(await scene.rows(advertiser)).toEqual([
    { campaign: 'spring', currency: 'EUR', count: 1, value: '2.00' },
    { campaign: 'spring', currency: 'USD', count: 5, value: '61.00' },
  ]);
  expect(await scene.activity(advertiser)).toEqual({
    'browser page_viewed': 1,
    'credited_by_user order_created|counted|no_click_id': 1,
    'delay 1h': 1,
    'currency given': 1,
    'currency missing': 5,
    late_match: 4,
    'outcome matched': 2,
    'outcome no_ad_click': 1,
    'outcome no_click_id/USD': 1,
    'earned_late no_click_id/USD': 1,
    'outcome unknown_svc_click_id': 1,
    'outcome unknown_svc_click_id/EUR': 1,
    'outcome unknown_svc_click_id/USD': 2,
    'earned_late unknown_svc_click_id/EUR': 1,
    'earned_late unknown_svc_click_id/USD': 2,
    'type order_created|counted': 2,
    'type order_created|unmatched': 6,
    'session ad': 5,
    'session organic': 1,
  });
  const { events } = await scene.log(advertiser);
  expect(events.map(({ event_id, outcome, late }) => [event_id, outcome, late ?? false]).sort()).toEqual([
    ['k1', 'matched', false],
    ['l1', 'matched', true],
    ['l2', 'matched', true],
    ['l3', 'matched', true],
    ['o1', 'unmatched', false],
    ['s1', 'matched', false],
    ['u1', 'unmatched', false],
    ['w1', 'matched', true],
  ]);
}

describe('the projection', () => {
  it('the projection has the same result in batches of any shape, with any steps back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ size: fc.integer({ min: 1, max: 9 }), back: fc.nat({ max: 12 }) }), {
          minLength: 1,
        }),
        async (steps) => {
          const start = (await history()).length;
          const advertiser = await traffic();
          let at = start;
          for (let i = 0; at < (await history()).length; i++) {
            const { size, back } = steps[i % steps.length] as (typeof steps)[number];
            const begin = i % 2 ? Math.max(start, at - back) : at;
            const end = Math.max(at + 1, begin + size);
            const records = (await history()).slice(begin, end);
            await deliver(records);
            at = begin + records.length;
          }
          await expectCountedOnce(advertiser);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('the projection changes no item when all records are redelivered, in any batches and order', async () => {
    app = await startApp(await newWorld());
    scene = sceneOf(app);
    const advertiser = await traffic();
    let at = 0;
    while (at < (await history()).length) {
      const records = await history();
      await deliver(records.slice(at));
      at = records.length;
    }
    const records = await history();
    const stand = async () => (await allItems(app.world)).filter(({ kind }) => kind !== 'pixel_day').map((item) => JSON.stringify(item));
    const before = new Set(await stand());
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: records.length - 1 }), fc.integer({ min: 1, max: 40 })), {
          minLength: 1,
          maxLength: 6,
        }),
        async (cuts) => {
          for (const [begin, size] of cuts) await deliver(records.slice(begin, begin + size));
          await expectCountedOnce(advertiser);
          const after = await stand();
          expect(after.filter((item) => !before.has(item))).toEqual([]);
          expect(after).toHaveLength(before.size);
        },
      ),
      { numRuns: 25 },
    );
    expect(await history()).toHaveLength(records.length);
  });
});
