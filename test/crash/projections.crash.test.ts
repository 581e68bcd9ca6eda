// Slow: it fails every call in turn.
import { sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, operatorToken, type TestApp } from '#test/kit/harness.ts';
import { newEndpoint, run } from '#test/webhooks/scene.ts';
import { failingOn } from '#test/worker/failing-projections.ts';
import { crashTest } from './crash-test.ts';

/** Other projections would only add calls. */
const tried = ['event_index', 'log_rows', 'activity', 'webhooks'];
const callsTried = 21;
const queue = 'attribution-conversion-totals-failed';

async function repair(app: TestApp) {
  delete app.world.projections;
  const headers = { 'x-svc-dev-token': operatorToken };
  await app.work('recount');
  for (let rounds = 0; rounds < 10; rounds++) {
    const answer = await app.operators.redriveDeadLetters({ params: { queue }, body: {}, headers });
    await app.work('recount');
    if (answer.status === 200 && answer.body.is_empty) return await run(app);
  }
  throw new Error('The failure queue does not become empty.');
}

describe('a crash at any call of a batch that sets records aside, and a repeat of the batch', () => {
  it('counts every record once and delivers each webhook once', async () => {
    const calls = await crashTest({
      // The outbox makes the later calls, which its own test tries.
      callsTried,
      async prepare(app) {
        const advertiser = await newAdvertiser(app);
        await newEndpoint(app, advertiser.headers);
        await app.settle();
        const svc_click_id = await advertiser.click();
        for (const event_id of ['o1', 'poison']) await sceneOf(app).send(advertiser, { event_id, svc_click_id, value: 1 });
        app.world.messages.length = 0;
        return { advertiser };
      },
      async operation(app) {
        failingOn(
          app.world,
          ({ after }, name) => (after?.eventId === 'poison' && name === 'webhooks') || (after?.kind === 'session' && name === 'activity'),
        );
        app.world.projections = (app.world.projections ?? []).filter(({ name }) => tried.includes(name));
        await app.settle();
      },
      async check(app, { advertiser }) {
        await repair(app);
        expect(await sceneOf(app).activity(advertiser)).toMatchObject({
          'session ad': 1,
          'outcome matched': 2,
        });
        expect(app.world.hooks.posts).toHaveLength(2);
        app.world.hooks.posts.length = 0;
        app.world.deadLetters.clear();
      },
    });
    const by = calls.slice(0, callsTried).map((call) => call.by);
    expect([new Set(by), calls[callsTried]?.by]).toEqual([new Set(['conversion-totals']), 'outbox']);
  });
});
