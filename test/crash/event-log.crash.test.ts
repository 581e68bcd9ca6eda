// Slow: it fails every call in turn.
import { sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, startApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const firstSid = 's_4fTq0ZkJ8vW2nRxLmP7aBc';
const secondSid = 's_9KdTq0ZkJ8vW2nRxLmP7aB';

describe('the event log', () => {
  it('a crash of the projection matches and counts late events once, and log, index and counters have each event once', async () => {
    await crashTest({
      async prepare(app) {
        const advertiser = await newAdvertiser(app);
        const scene = sceneOf(app);
        const user = { external_user_id: 'u1' };
        await scene.send(advertiser, { event_id: 'a', svc_click_id: firstSid, value: 1, ...user });
        await app.settle();
        await scene.land(advertiser.pixelKey, firstSid);
        await scene.send(advertiser, { event_id: 'b', svc_click_id: secondSid, value: 2 });
        await scene.land(advertiser.pixelKey, secondSid);
        await scene.send(advertiser, { event_id: 'c' });
        return { advertiser };
      },
      operation: (app) => app.settle(),
      async check(app, { advertiser }) {
        await app.settle();
        const scene = sceneOf(app);
        expect(await scene.rows(advertiser)).toMatchObject([{ campaign: 'spring', count: 2, value: '3.00' }]);
        for (const id of ['a', 'b']) expect(await scene.receipt(advertiser, id)).toMatchObject({ late: true, counted: true });
        const { events } = await scene.log(advertiser);
        expect(events.map(({ event_id, outcome }) => [event_id, outcome]).sort()).toEqual([
          ['a', 'matched'],
          ['b', 'matched'],
          ['c', 'unmatched'],
        ]);
        expect(await scene.activity(advertiser)).toEqual({
          late_match: 2,
          'currency missing': 2,
          'outcome unknown_svc_click_id': 1,
          'outcome unknown_svc_click_id/USD': 2,
          'earned_late unknown_svc_click_id/USD': 2,
          'type order_created|unmatched': 3,
          'session ad': 2,
        });
      },
    });
  });

  it('a crash while writing deferred log entries shows each once, and totals do not wait', async () => {
    await crashTest({
      async prepare(app) {
        const advertiser = await newAdvertiser(app);
        const svc_click_id = await advertiser.click();
        await app.settle();
        const full = await startApp(app.world, {
          refusesForLoad: ({ operation, body }) => operation === 'BatchWriteItem' && body.includes('"LOG#') && !body.includes('"PIXEL#'),
        });
        const scene = sceneOf(full);
        for (const event_id of ['a', 'b']) await scene.send(advertiser, { event_id, svc_click_id, value: 1 });
        await full.settle();
        expect(await scene.rows(advertiser)).toMatchObject([{ count: 2, value: '2.00' }]);
        expect((await scene.log(advertiser)).events).toEqual([]);
        return { advertiser };
      },
      operation: (app) => app.work('recount'),
      async check(app, { advertiser }) {
        await app.work('recount');
        const scene = sceneOf(app);
        const { events } = await scene.log(advertiser);
        expect(events.map(({ event_id, outcome }) => [event_id, outcome]).sort()).toEqual([
          ['a', 'matched'],
          ['b', 'matched'],
        ]);
        expect(await scene.rows(advertiser)).toMatchObject([{ count: 2, value: '2.00' }]);
      },
    });
  });

  it('a crash of a replay accepts and counts the event once, and its entry says so', async () => {
    const calls = await crashTest({
      async prepare(app) {
        const advertiser = await newAdvertiser(app);
        const scene = sceneOf(app);
        const svc_click_id = await advertiser.click();
        await scene.send(advertiser, { event_id: 'x', svc_click_id, value: -1, external_user_id: 'u1' });
        const [entry] = (await scene.log(advertiser)).events;
        return { advertiser, id: entry?.id ?? '' };
      },
      operation: (app, { advertiser, id }) => sceneOf(app).replay(advertiser, id, { value: 5 }),
      async check(app, { advertiser, id }, answer) {
        expect(answer).toMatchObject({ status: 200, body: { accepted: true, matched: true, event_id: 'x' } });
        await app.settle();
        const scene = sceneOf(app);
        expect(await scene.rows(advertiser)).toMatchObject([{ count: 1, value: '5.00' }]);
        const { events } = await scene.log(advertiser);
        expect(events).toHaveLength(2);
        expect(events.find((entry) => entry.id === id)).toMatchObject({ replayed_at: expect.any(String) });
      },
    });
    expect(calls.map(({ operation }) => operation)).toEqual([
      ...Array.from({ length: 6 }, () => 'GetItem'),
      'PutItem',
      'UpdateItem',
      'PutItem',
    ]);
  });

  it('a crash while rejecting an event returns the same answer, and its ID stays free', async () => {
    await crashTest({
      prepare: async (app) => ({ advertiser: await newAdvertiser(app) }),
      operation: (app, { advertiser }) => sceneOf(app).send(advertiser, { event_id: 'x', value: -1 }),
      async check(app, { advertiser }, answer) {
        expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'value'] }] } });
        expect(await sceneOf(app).send(advertiser, { event_id: 'x' })).toMatchObject({
          status: 202,
          body: { duplicate: false },
        });
      },
    });
  });
});
