import { type Advertiser, sceneOf } from '#test/api/events/scene.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
beforeAll(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
});

async function bothModes() {
  const live = await newAdvertiser(app);
  const issue = live.issue;
  const pixel = (await issue({ name: 'Test shop', kind: 'public', environment: 'test' })).key;
  const secret = await issue({ name: 'Test back end', kind: 'secret', environment: 'test' });
  const test: Advertiser = {
    ...live,
    pixelKey: pixel,
    secretKeyId: secret.id,
    key: { authorization: `Bearer ${secret.key}` },
    click: (parameters?: string) => live.click(parameters, pixel),
  };
  return { live, test };
}
const report = async ({ id }: Advertiser, query: object) => {
  const answer = await app.reports.reportConversions({ query, headers: await app.signIn(id) });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
};
const rowsOf = async (advertiser: Advertiser, environment?: 'live' | 'test') =>
  (await report(advertiser, { group_by: 'campaign', ...(environment && { environment }) })).rows;

describe('test mode', () => {
  it('test mode has its own totals, funnel, log, receipts and exports', async () => {
    const { live, test } = await bothModes();
    const event = { event_id: 'same', event_type: 'order_created' };
    await scene.send(live, { ...event, value: 10, svc_click_id: await live.click() });
    await scene.send(test, { ...event, value: 3, svc_click_id: await test.click('svc_campaign=trial') });
    await scene.send(test, { event_id: 'bad', value: -1 });
    await app.settle();

    expect(await rowsOf(live)).toEqual([{ campaign: 'spring', currency: 'USD', count: 1, value: '10.00' }]);
    expect(await rowsOf(live, 'live')).toEqual(await rowsOf(live));
    expect(await rowsOf(live, 'test')).toEqual([{ campaign: 'trial', currency: 'USD', count: 1, value: '3.00' }]);
    expect(await report(live, { environment: 'test' })).toMatchObject({ environment: 'test' });

    expect(await scene.receipt(live, 'same', { environment: 'test' })).toMatchObject({
      environment: 'test',
      value: '3.00',
      counted: true,
    });
    expect(await scene.receipt(live, 'same')).toMatchObject({ environment: 'live', value: '10.00' });

    const outcomes = async (environment: 'live' | 'test') => (await scene.log(live, { environment })).events.map(({ outcome }) => outcome);
    expect(await outcomes('live')).toEqual(['matched']);
    expect((await outcomes('test')).sort()).toEqual(['matched', 'rejected']);

    const headers = await app.signIn(live.id);
    const sessions = async (environment: 'live' | 'test') => {
      const answer = await app.reports.reportFunnel({ query: { environment }, headers });
      if (answer.status !== 200) throw new Error();
      return [answer.body.steps[0]?.count, answer.body.quality.rejected_by_code];
    };
    expect(await sessions('live')).toEqual([1, {}]);
    expect(await sessions('test')).toEqual([1, { validation_failed: 1 }]);
  });

  it('a test event never uses a live click, nor the other way round', async () => {
    const { live, test } = await bothModes();
    for (const [sender, click] of [
      [test, await live.click()],
      [live, await test.click()],
    ] as const)
      expect(await scene.send(sender, { svc_click_id: click })).toMatchObject({
        status: 403,
        body: { code: 'click_id_out_of_scope' },
      });
  });

  it('test mode matches late events too, and counts them once', async () => {
    const { test } = await bothModes();
    const sid = 's_0123456789012345678901';
    await scene.send(test, { event_id: 'late', value: 4, svc_click_id: sid });
    await app.settle();
    await scene.land(test.pixelKey, sid);
    await app.settle();
    expect(await rowsOf(test, 'test')).toMatchObject([{ count: 1, value: '4.00' }]);
    expect(await rowsOf(test)).toEqual([]);
  });

  it('an erasure of the user includes test mode', async () => {
    const { test } = await bothModes();
    await scene.send(test, { event_id: 'x', external_user_id: 'ada', svc_click_id: await test.click() });
    await app.settle();
    const headers = await app.signIn(test.id);
    const erased = await app.privacy.erase({ body: { external_user_id: 'ada' }, headers });
    expect(erased.body).toMatchObject({ erased_events: 1, erased_sessions: 1 });
    expect(await scene.receipt(test, 'x', { environment: 'test' })).toMatchObject({ erased: true });
    expect(await rowsOf(test, 'test')).toMatchObject([{ count: 1 }]);
  });
});
