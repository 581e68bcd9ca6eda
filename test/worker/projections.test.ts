import type { Context } from 'aws-lambda';
import { projections } from '#functions/projections.ts';
import { tableAt } from '#shared/store/table.ts';
import type { Change } from '#shared/worker/stream-worker.ts';
import { callsOf } from '#test/api/adjustments/scene.ts';
import { type Advertiser, newSid, sceneOf } from '#test/api/events/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { dataCentre, dataCentreFile, trafficScene } from '#test/traffic/scene.ts';
import { newEndpoint, run } from '#test/webhooks/scene.ts';
import { failingOn } from './failing-projections.ts';

const headers = { 'x-svc-dev-token': operatorToken };
const queue = 'attribution-conversion-totals-failed';

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

/** The order `poison` comes before its click. */
async function traffic(advertiser: Advertiser) {
  const scene = sceneOf(app);
  const late = newSid();
  await newEndpoint(app, advertiser.headers);
  await scene.send(advertiser, { event_id: 'before', svc_click_id: await advertiser.click(), value: 1 });
  await scene.send(advertiser, { event_id: 'poison', svc_click_id: late, value: 2, external_user_id: 'u' });
  await scene.send(advertiser, { event_id: 'after', svc_click_id: await advertiser.click(), value: 4 });
  await scene.land(advertiser.pixelKey, late);
}

async function outcomeOf(advertiser: Advertiser) {
  const scene = sceneOf(app);
  const performance = await app.reports.reportPerformance({ query: {}, headers: advertiser.headers });
  if (performance.status !== 200) throw new Error(JSON.stringify(performance.body));
  const { clicks, conversions, value } = performance.body.totals[0] ?? {};
  const posts = app.world.hooks.posts.filter(({ body }) => body.includes(advertiser.pixelKey));
  const { events } = await scene.log(advertiser);
  const [row] = await scene.rows(advertiser);
  return {
    row: row && { count: row.count, value: row.value },
    performance: { clicks, conversions, value },
    events: events.map(({ event_id, outcome, late = false }) => `${event_id} ${outcome} ${late}`).sort(),
    activity: await scene.activity(advertiser),
    posts: posts.map(({ body }) => `${JSON.parse(body).type} ${JSON.parse(body).data.event_id}`).sort(),
  };
}

async function repair() {
  delete app.world.projections;
  await app.work('recount');
  for (let rounds = 0; rounds < 10; rounds++) {
    const answer = await app.operators.redriveDeadLetters({ params: { queue }, body: {}, headers });
    await app.work('recount');
    await run(app);
    if (answer.status === 200 && answer.body.is_empty) return;
  }
  throw new Error('The failure queue does not become empty.');
}

const reruns = () => app.world.messages.flatMap((sent) => (sent.queue === 'recount' && 'projection' in sent.message ? [sent.message] : []));
const reports = () => (app.world.deadLetters.get(queue) ?? []).map((body) => JSON.parse(body));
const isPoison = ({ after }: Change) => after?.eventId === 'poison';

describe('a record that a projection cannot digest', () => {
  it('is set aside by each projection, which goes on, and has it once after the repair', async () => {
    const control = await newAdvertiser(app);
    const accounts = new Map<string, Advertiser>();
    for (const { name } of projections) accounts.set(name, await newAdvertiser(app));
    await app.settle();
    for (const advertiser of [control, ...accounts.values()]) await traffic(advertiser);
    failingOn(app.world, (record, name) => isPoison(record) && accounts.get(name)?.id === record.after?.accountId);
    await run(app);

    const expected = await outcomeOf(control);
    expect(expected).toMatchObject({
      row: { count: 3, value: '7.00' },
      performance: { clicks: 3, conversions: 3, value: '7.00' },
      events: ['after matched false', 'before matched false', 'poison matched true'],
      posts: ['conversion.attributed after', 'conversion.attributed before', 'conversion.matched_late poison'],
    });
    const outcome = async (name: string) => await outcomeOf(accounts.get(name) ?? control);
    expect(await outcome('totals')).toEqual({ ...expected, row: { count: 2, value: '5.00' } });
    expect(await outcome('cells')).toEqual({
      ...expected,
      performance: { clicks: 3, conversions: 2, value: '5.00' },
    });
    expect(await outcome('webhooks')).toEqual({ ...expected, posts: expected.posts.slice(0, 2) });
    expect(await outcome('candidates')).toEqual(expected);
    expect((await outcome('event_index')).events).toContain('poison unmatched false');
    const counting = projections.filter(({ onPoison }) => onPoison === 'recount').map(({ name }) => name);
    expect(new Set(reports().map(({ projection }) => projection))).toEqual(new Set(counting));
    expect(new Set(reruns().map(({ projection }) => projection))).toEqual(
      new Set(projections.map(({ name }) => name).filter((name) => !counting.includes(name))),
    );

    await repair();
    for (const name of accounts.keys()) expect([name, await outcome(name)]).toEqual([name, expected]);
  });

  it('is an endpoint of webhooks in a form that nobody expects: the events of other accounts are delivered', async () => {
    const [first, second] = [await newAdvertiser(app), await newAdvertiser(app)];
    const table = tableAt(`${app.world.prefix}attribution`, testDynamo());
    for (const { headers: owner } of [first, second]) await newEndpoint(app, owner);
    const endpoint = (await allItems(app.world)).find(({ kind, accountId }) => kind === 'webhook_endpoint' && accountId === first.id);
    if (!endpoint) throw new Error('There is no endpoint.');
    await table.put({ ...endpoint, events: 7 });
    for (const advertiser of [first, second])
      await sceneOf(app).send(advertiser, { event_id: 'o1', svc_click_id: await advertiser.click() });
    await run(app);
    expect(app.world.hooks.posts).toHaveLength(1);
    expect(await app.attempt('recount', reruns()[0] as object)).toBe(false);
    await table.put(endpoint);
    await repair();
    expect(app.world.hooks.posts).toHaveLength(2);
  });

  it('is a click or an alias of a click: activity counts it once, and the alias names its earlier click', async () => {
    const advertiser = await newAdvertiser(app);
    failingOn(app.world, ({ after }, name) =>
      name === 'activity' ? after?.kind === 'session' : name === 'candidates' && after?.kind === 'alias',
    );
    const sids = [await advertiser.click('gclid=g-1'), await advertiser.click('gclid=g-1')];
    await app.settle();
    expect(await sceneOf(app).activity(advertiser)).toEqual({});
    expect(reruns().flatMap(({ records }) => records)).toMatchObject([{}, { kind: 'alias', previous_click_id: sids[0] }]);
    const again = app.world.deadLetters.get(queue)?.slice() ?? [];
    await repair();
    app.world.deadLetters.set(queue, again);
    await repair();
    expect(Object.values(await sceneOf(app).activity(advertiser))).toEqual([2, 2]);
  });
});

it('a click of a data centre that was set aside is judged after the repair, and an adjustment before its event counts', async () => {
  app = await startApp(await newWorld(), { env: { DATA_CENTRES_FILE: dataCentreFile() } });
  const { owner, click, factsOf, judged } = await trafficScene(app);
  const { list, put } = callsOf(app, owner);
  await put('poison', { net_value: 30, reason: 'refund' });
  failingOn(app.world, (record, name) => (name === 'pending_adjustments' ? isPoison(record) : name === 'candidates'));
  const { sid } = await click({ address: dataCentre });
  await sceneOf(app).send(owner, { event_id: 'poison', svc_click_id: sid, value: 50 });
  await run(app);
  expect(await list('poison')).toMatchObject({ net_value: '50.00', pending: [{ net_value: '30.00' }] });
  await repair();
  expect(await list('poison')).toMatchObject({ net_value: '30.00', pending: [] });
  await judged();
  expect(await factsOf(sid)).toMatchObject({ signals: ['counted_event', 'data_centre'] });
});

describe('a fault that is not of a record', () => {
  it('repeats the batch while a queue or the store is unavailable, and sets nothing aside', async () => {
    const advertiser = await newAdvertiser(app);
    await app.settle();
    await traffic(advertiser);
    const down = await startApp(app.world, {
      isDown: ({ by, operation }) => by === 'conversion-totals' && operation === 'UpdateItem',
    });
    await expect(down.settle()).rejects.toThrow('The store did not answer.');
    expect([reruns(), reports()]).toEqual([[], []]);
    await run(app);
    expect((await outcomeOf(advertiser)).row).toEqual({ count: 3, value: '7.00' });
  });

  it('stops the counting when records of more than five accounts cannot be counted', async () => {
    const accounts = await Promise.all(Array.from({ length: 6 }, () => newAdvertiser(app)));
    await app.settle();
    for (const advertiser of accounts) await sceneOf(app).send(advertiser, { event_id: 'poison', svc_click_id: await advertiser.click() });
    failingOn(app.world, (record, name) => isPoison(record) && name === 'totals');
    await expect(app.settle()).rejects.toThrow('totals cannot digest the record.');
    expect(reports()).toEqual([]);
    delete app.world.projections;
    await app.settle();
    for (const advertiser of accounts) expect(await sceneOf(app).rows(advertiser)).toHaveLength(1);
  });

  it.each(['totals', 'cells'])('counts once by %s when its batch is delivered again after the repair, or during it', async (name) => {
    const advertiser = await newAdvertiser(app);
    const svc_click_id = await advertiser.click();
    await app.settle();
    const scene = sceneOf(app);
    await scene.send(advertiser, { event_id: 'before', svc_click_id, value: 1 });
    await scene.send(advertiser, { event_id: 'poison', svc_click_id, value: 2 });
    const consumer = 'conversion-totals';
    const records = await app.world.streams.peek(consumer);
    expect(records.length).toBeGreaterThan(1);
    failingOn(app.world, (record, projection) => isPoison(record) && projection === name);
    await run(app);
    expect(reports()).toMatchObject([{ projection: name }]);
    delete app.world.projections;
    const event = app.world.streams.eventOf(consumer, records);
    await Promise.all([repair(), app.consumers[consumer]?.(event, {} as Context)]);
    await app.consumers[consumer]?.(event, {} as Context);
    await run(app);
    const { row, performance } = await outcomeOf(advertiser);
    expect({ row, performance }).toEqual({
      row: { count: 2, value: '3.00' },
      performance: { clicks: 1, conversions: 2, value: '3.00' },
    });
  });
});
