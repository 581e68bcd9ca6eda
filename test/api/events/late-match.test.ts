import type { Context } from 'aws-lambda';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { type Advertiser, dayMs, newSid, sceneOf } from './scene.ts';

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
let advertiser: Advertiser;
beforeEach(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
  advertiser = await newAdvertiser(app);
});

const event = (sid: string, changes: object = {}) => ({
  event_id: 'order:1',
  value: 12.5,
  svc_click_id: sid,
  ...changes,
});
const notMatched = { matched: false, counted: false, reason: 'unknown_svc_click_id' };

describe('an event whose click arrives after it', () => {
  it('an event whose click arrives later is matched in totals, receipt, log and counters, and a retry returns the original', async () => {
    const sid = newSid();
    const first = await scene.send(advertiser, event(sid));
    expect(first).toMatchObject({ status: 202, body: { matched: false, reason: 'unknown_svc_click_id' } });
    await app.settle();
    expect(await scene.rows(advertiser)).toEqual([]);
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject(notMatched);

    app.world.clock.now += 3_600_000;
    await scene.land(advertiser.pixelKey, sid, 'svc_campaign=spring&svc_ad_group=shoes&svc_ad_id=ad_1');
    await app.settle();
    expect(await scene.rows(advertiser)).toEqual([{ campaign: 'spring', currency: 'USD', count: 1, value: '12.50' }]);
    const receipt = await scene.receipt(advertiser, 'order:1');
    expect(receipt).toMatchObject({
      matched: true,
      late: true,
      matched_at: '2026-11-21T13:00:00.000Z',
      counted: true,
      reason: 'unknown_svc_click_id',
      session_id: sid,
      campaign: 'spring',
      ad_group: 'shoes',
      ad_id: 'ad_1',
      clicked_at: '2026-11-21T13:00:00.000Z',
      received_at: '2026-11-21T12:00:00.000Z',
    });
    expect((await scene.log(advertiser)).events).toMatchObject([
      { id: receipt.log_id, outcome: 'matched', late: true, campaign: 'spring', counted: true },
    ]);
    expect(await scene.activity(advertiser)).toEqual({
      'type order_created|unmatched': 1,
      'outcome unknown_svc_click_id/USD': 1,
      'currency missing': 1,
      late_match: 1,
      'earned_late unknown_svc_click_id/USD': 1,
      'session ad': 1,
    });
    expect(await scene.send(advertiser, event(sid))).toMatchObject({
      status: 200,
      body: { ...first.body, duplicate: true },
    });
  });

  it('an event and its click that are both new to the projection match in either order', async () => {
    for (const reversed of [false, true]) {
      const sid = newSid();
      const event_id = `order:${reversed}`;
      await app.settle();
      await scene.send(advertiser, event(sid, { event_id }));
      await scene.land(advertiser.pixelKey, sid);
      const records = await app.world.streams.peek('conversion-totals');
      for (const record of reversed ? records.toReversed() : records) {
        const batch = app.world.streams.eventOf('conversion-totals', [record]);
        await app.consumers['conversion-totals'](batch, {} as Context);
      }
      expect(await scene.receipt(advertiser, event_id)).toMatchObject({ matched: true, late: true });
    }
  });

  it('parallel event and landing are matched and counted once', async () => {
    const rounds = 120;
    const sids = Array.from({ length: rounds }, newSid);
    let sent = false;
    const projecting = (async () => {
      while (!sent) await app.settle();
    })();
    await Promise.all(
      sids.map(async (sid, i) => {
        const landing = () => scene.land(advertiser.pixelKey, sid);
        const sending = () => scene.send(advertiser, event(sid, { event_id: `race:${i}`, value: 1 }));
        await Promise.all(i % 2 ? [landing(), sending()] : [sending(), landing()]);
      }),
    );
    sent = true;
    await projecting;
    await app.settle();
    expect(await scene.rows(advertiser)).toEqual([{ campaign: 'spring', currency: 'USD', count: rounds, value: `${rounds}.00` }]);
    const counters = await scene.activity(advertiser);
    const atOnce = counters['outcome matched'] ?? 0;
    expect(atOnce + (counters.late_match ?? 0)).toBe(rounds);
  });

  it("a late click is found by its ad network's name, before and after the projection saw either", async () => {
    const item = (id: string, oppref: string) => ({
      id,
      type: 'order_created',
      oppref,
      data: { amount: 1250, currency: 'USD' },
    });
    await scene.batch(advertiser, [item('a', 'click-a'), item('b', 'click-b')]);
    await scene.land(advertiser.pixelKey, newSid(), 'svc_campaign=spring&oppref=click-a');
    await app.settle();
    await scene.land(advertiser.pixelKey, newSid(), 'svc_campaign=autumn&oppref=click-b');
    await app.settle();
    expect(await scene.receipt(advertiser, 'a')).toMatchObject({ late: true, campaign: 'spring' });
    expect(await scene.receipt(advertiser, 'b')).toMatchObject({ late: true, campaign: 'autumn' });
    await scene.land(advertiser.pixelKey, newSid(), 'svc_campaign=winter&oppref=click-a');
    await app.settle();
    expect(await scene.receipt(advertiser, 'a')).toMatchObject({ campaign: 'spring' });
    expect(await scene.rows(advertiser)).toHaveLength(2);
  });

  it('a thousand events that wait for the same click are all matched', async () => {
    const sid = newSid();
    const items = Array.from({ length: 1000 }, (_, i) => ({
      id: `o${i}`,
      type: 'order_created',
      svc_click_id: sid,
      data: { value: 0.01 },
    }));
    await scene.batch(advertiser, items);
    await app.settle();
    await scene.land(advertiser.pixelKey, sid);
    await app.settle();
    expect(await scene.rows(advertiser)).toMatchObject([{ count: 1000, value: '10.00' }]);
  });

  it('a late match does not count an event of an uncounted type, or of the test environment', async () => {
    const [sid, testSid] = [newSid(), newSid()];
    const tester = await newAdvertiser(app, 'test');
    await scene.send(advertiser, event(sid, { event_type: 'items_added' }));
    await scene.send(tester, event(testSid));
    await scene.land(advertiser.pixelKey, sid);
    await scene.land(tester.pixelKey, testSid);
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject({ matched: true, counted: false });
    expect(await scene.receipt(tester, 'order:1', { environment: 'test' })).toMatchObject({
      matched: true,
      counted: true,
    });
    expect(await scene.rows(advertiser)).toEqual([]);
    expect(await scene.rows(tester)).toEqual([]);
  });
});

describe('an unmatched event', () => {
  it('an event stays unmatched when its late click turns out organic', async () => {
    const sid = newSid();
    await scene.send(advertiser, event(sid));
    await scene.land(advertiser.pixelKey, sid, 'ref=newsletter');
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject(notMatched);
  });

  it('an event stays unmatched when the click belongs to another account or environment', async () => {
    const stranger = await newAdvertiser(app);
    const testPixel = await advertiser.issue({ name: 'Test', kind: 'public', environment: 'test' });
    const [foreign, otherEnvironment] = [newSid(), newSid()];
    await scene.send(advertiser, event(foreign));
    await scene.send(advertiser, event(otherEnvironment, { event_id: 'order:2' }));
    await scene.batch(advertiser, [{ id: 'order:3', type: 'order_created', oppref: 'click-c' }]);
    await app.settle();
    await scene.land(stranger.pixelKey, foreign, 'svc_campaign=theirs&oppref=click-c');
    await scene.land(testPixel.key, otherEnvironment);
    await app.settle();
    for (const id of ['order:1', 'order:2', 'order:3']) expect(await scene.receipt(advertiser, id)).toMatchObject(notMatched);
    expect(await scene.rows(stranger)).toEqual([]);
  });

  it('an event stays unmatched when its key was scoped to another pixel, whose click would match', async () => {
    const scoped = await advertiser.issue({
      name: 'Scoped',
      kind: 'secret',
      environment: 'live',
      pixel_key: advertiser.pixelKey,
    });
    const other = await advertiser.issue({ name: 'Other', kind: 'public', environment: 'live' });
    const [outside, inside] = [newSid(), newSid()];
    const headers = { authorization: `Bearer ${scoped.key}` };
    await scene.send(advertiser, event(outside), headers);
    await scene.send(advertiser, event(inside, { event_id: 'order:2' }), headers);
    await scene.land(other.key, outside);
    await scene.land(advertiser.pixelKey, inside);
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject(notMatched);
    expect(await scene.receipt(advertiser, 'order:2')).toMatchObject({ matched: true });
  });

  it.each([
    [0, true],
    [1, false],
  ])('an event stays unmatched when its click arrives more than 7 days later: %d ms more', async (more, matched) => {
    const sid = newSid();
    await scene.send(advertiser, event(sid));
    await app.settle();
    app.world.clock.now += 7 * dayMs + more;
    await scene.land(advertiser.pixelKey, sid);
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject({ matched });
  });
});
