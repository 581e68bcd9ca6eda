// Slow: it fails every call in turn.
import { sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

describe('a crash at any call, and a retry, of a repeat that conflicts', () => {
  it('records the conflict once, counts every answered repeat, and mails once', async () => {
    const calls = await crashTest({
      async prepare(app) {
        const advertiser = await newAdvertiser(app);
        const svc_click_id = await advertiser.click();
        const first = { event_id: 'X', event_type: 'checkout_started', svc_click_id };
        await sceneOf(app).send(advertiser, first);
        await app.settle();
        app.world.mails.length = 0;
        return { advertiser, body: { ...first, event_type: 'order_created', value: 5 } };
      },
      operation: (app, { advertiser, body }) => app.conversions.sendConversion({ body, headers: advertiser.key }),
      async check(app, { advertiser }, answer) {
        expect(answer).toMatchObject({
          status: 200,
          body: { duplicate: true, event_type: 'checkout_started' },
        });
        await app.settle();
        const scene = sceneOf(app);
        expect(await scene.receipt(advertiser, 'X')).toMatchObject({
          conflict: { fields: ['event_type', 'value'], sent: { event_type: 'order_created' } },
        });
        expect((await scene.log(advertiser, { outcome: 'conflict' })).events).toHaveLength(1);
        const counters = await scene.activity(advertiser);
        expect(counters['conflict checkout_started>order_created|lost']).toBe(1);
        // A request that died after its tally counts, too.
        expect(counters.duplicate).toBeGreaterThanOrEqual(1);
        expect(counters.duplicate).toBeLessThanOrEqual(2);
        expect(app.world.mails).toHaveLength(1);
      },
    });
    expect(calls.map(({ operation }) => operation)).toEqual([
      // A new process reads key, click and settings first.
      'GetItem',
      'GetItem',
      'GetItem',
      'PutItem',
      'UpdateItem',
      'GetItem',
      'BatchWriteItem',
    ]);
  });

  it('comes to the same while the stream is delivered', async () => {
    await crashTest({
      async prepare(app) {
        const advertiser = await newAdvertiser(app);
        await app.settle();
        app.world.mails.length = 0;
        const svc_click_id = await advertiser.click();
        const scene = sceneOf(app);
        const fields = { event_id: 'X', svc_click_id };
        await scene.send(advertiser, { ...fields, event_type: 'checkout_started' });
        await scene.send(advertiser, { ...fields, event_type: 'order_created', value: 5 });
        await scene.send(advertiser, { event_id: 'Y', value: -1 });
        return { advertiser };
      },
      async operation(app) {
        await app.settle();
        return { status: 200 };
      },
      async check(app, { advertiser }) {
        await app.settle();
        const scene = sceneOf(app);
        expect(await scene.activity(advertiser)).toMatchObject({
          'conflict checkout_started>order_created|lost': 1,
          'rejected validation_failed': 1,
          duplicate: 1,
          'type checkout_started|uncounted': 1,
          'session ad': 1,
        });
        expect((await scene.log(advertiser, { outcome: 'conflict' })).events).toHaveLength(1);
      },
    });
  });
});
