import { type TrafficSignal, trafficSignals } from '#shared/clicks/rules/traffic.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser } from '#test/kit/harness.ts';
import { dataCentre, trafficScene } from './scene.ts';

let scene: Awaited<ReturnType<typeof trafficScene>>;
beforeEach(async () => {
  scene = await trafficScene();
});
const dayMs = 86_400_000;
const from = '2026-11-21';
const signedIn = () => scene.app.signIn(scene.owner.id);
const put = async (body: { rules_off?: TrafficSignal[]; staff_networks?: string[] }) =>
  bodyOf(await scene.app.clicks.changeTrafficRules({ body, headers: await signedIn() }));
const apply = async (body: { from?: string; dry_run?: boolean } = {}) =>
  scene.app.clicks.applyTrafficRules({ body: { from, ...body }, headers: await signedIn() });
const staff = '203.0.113.9';

async function everySignal() {
  const { app, click, order, interact, judged } = scene;
  await put({ staff_networks: ['203.0.113.0/24'] });
  // Functions cache keys for a minute.
  app.world.clock.now += 61_000;
  const internal = await click({ address: staff });
  await order(internal.sid);
  await click({ internal: true });
  await click({ userAgent: 'Googlebot/2.1' });
  await click({ userAgent: '', webdriver: true });
  const driven = await click({ webdriver: true });
  await order(driven.sid);
  await click({ address: dataCentre });
  await interact((await click({ address: dataCentre })).sid);
  await order((await click({ address: dataCentre })).sid);
  for (const third of [1, 2, 3]) await click({ address: `198.51.${third}.1`, parameters: '&gclid=shared' });
  for (let at = 0; at < 22; at++) await click({ address: '198.18.0.1', ad: 'flooded' });
  const human = await click();
  await order(human.sid);
  await judged();
  return { internal, driven };
}

it('a traffic rule that is switched off, applied, switched on and applied again restores every cell', async () => {
  await everySignal();
  const { app, cells, wanted } = scene;
  const before = await cells();
  expect(before).toEqual(await wanted());
  expect(before).toEqual([
    'click human 3',
    'click internal 1',
    'clicks bot bot_user_agent 1',
    'clicks bot data_centre 1',
    'clicks bot no_user_agent 1',
    'clicks human 4',
    'clicks human counted_event 2',
    'clicks internal internal_network 1',
    'clicks internal internal_visitor 1',
    'clicks suspect click_flood 20',
    'clicks suspect shared_click_id 3',
    'occurred human 3',
    'occurred internal 1',
  ]);
  const changing = trafficSignals.filter((rule) => !['preview_host', 'webdriver', 'prefetch'].includes(rule));
  for (const rule of trafficSignals) {
    await put({ rules_off: [rule] });
    bodyOf(await apply());
    await app.settle();
    const between = await cells();
    expect(between, rule).toEqual(await wanted());
    if (changing.includes(rule)) expect(between, rule).not.toEqual(before);
    await put({ rules_off: [] });
    bodyOf(await apply());
    await app.settle();
    expect(await cells(), rule).toEqual(before);
    expect(await wanted(), rule).toEqual(before);
    app.world.clock.now += dayMs;
  }
});

it('staff networks that are applied move clicks, events and log entries to internal, and back', async () => {
  const { app, owner, click, order, cells, wanted, factsOf } = scene;
  const { sid } = await click({ address: staff });
  await click();
  await order(sid, { event_id: 'of_staff' });
  await app.settle();
  const before = await cells();
  await put({ staff_networks: ['203.0.113.0/24'] });
  const dry = bodyOf(await apply({ dry_run: true }));
  const moves = [{ environment: 'live', from: 'human', to: 'internal', clicks: 1 }];
  expect(dry).toMatchObject({ dry_run: true, status: 'completed', clicks: 2, moved: 1, moves, events: 1 });
  expect(await cells()).toEqual(before);
  expect(bodyOf(await apply())).toMatchObject({
    clicks: 2,
    moved: 1,
    moves,
    events: 1,
    version: 1,
    staff_networks: ['203.0.113.0/24'],
  });
  await app.settle();
  expect(await factsOf(sid)).toMatchObject({ traffic: 'internal', trafficRule: 'internal_network' });
  expect(await cells()).toEqual(['click internal 1', 'clicks human 1', 'clicks internal internal_network 1', 'occurred internal 1']);
  expect(await wanted()).toEqual(await cells());
  const log = await sceneOf(app).log(owner, { traffic: 'internal' });
  expect(log.events.map(({ event_id }) => event_id)).toEqual(['of_staff']);
  await put({ staff_networks: [] });
  expect(bodyOf(await apply())).toMatchObject({ moved: 1, events: 1 });
  await app.settle();
  expect(await cells()).toEqual(before);
  expect(await wanted()).toEqual(before);
  expect((await sceneOf(app).log(owner, { traffic: 'internal' })).events).toEqual([]);
});

it('a click keeps its network once the key of its day is destroyed', async () => {
  const { app, click, cells, factsOf } = scene;
  await put({ staff_networks: ['203.0.113.0/24'] });
  app.world.clock.now += 61_000;
  const inside = await click({ address: staff });
  const outside = await click({ address: '198.51.100.1' });
  await app.settle();
  const before = await cells();
  app.world.clock.now += 32 * dayMs;
  await put({ staff_networks: ['198.51.100.0/24'] });
  expect(bodyOf(await apply())).toMatchObject({ clicks: 2, moved: 0, moves: [] });
  await app.settle();
  expect(await factsOf(inside.sid)).toMatchObject({ traffic: 'internal' });
  expect(await factsOf(outside.sid)).toMatchObject({ traffic: 'human' });
  expect(await cells()).toEqual(before);
});

it('a late verdict after the application follows the rules that are on then', async () => {
  const { app, click, factsOf, judged } = scene;
  const { sid } = await click({ address: dataCentre });
  await app.settle();
  await put({ rules_off: ['data_centre'] });
  bodyOf(await apply());
  await judged();
  expect(await factsOf(sid)).toMatchObject({ traffic: 'human', signals: ['data_centre'] });
  await put({ rules_off: [] });
  bodyOf(await apply());
  expect(await factsOf(sid)).toMatchObject({ traffic: 'bot', trafficRule: 'data_centre' });
});

it('applying traffic rules twice at once counts each click once, and the same request is the same application', async () => {
  const { app, cells, wanted } = scene;
  await everySignal();
  await put({ rules_off: ['click_flood'] });
  const answers = await Promise.all([apply(), apply(), apply()]);
  for (const answer of answers) expect(bodyOf(answer).status).toBe('completed');
  const { application_id: id } = bodyOf(answers[0]);
  const read = bodyOf(await app.clicks.readTrafficRulesApplication({ params: { id }, headers: await signedIn() }));
  expect(read).toMatchObject({ moved: 20, moves: [{ from: 'suspect', to: 'human', clicks: 20 }] });
  await app.work('recount');
  await app.settle();
  expect(await cells()).toEqual(await wanted());
  const rules = bodyOf(await app.clicks.readTrafficRules({ headers: await signedIn() }));
  expect(rules).toMatchObject({ last_application: { application_id: id, rules_off: ['click_flood'] } });
  expect(rules.rules.find(({ id: rule }) => rule === 'click_flood')).toMatchObject({ is_on: false });
});

it('an account applies traffic rules twice a day, beside its channel rules, and nobody else reads it', async () => {
  const { app } = scene;
  const first = bodyOf(await apply());
  await put({ rules_off: ['webdriver'] });
  bodyOf(await apply());
  await put({ rules_off: [] });
  expect((await apply()).status).toBe(429);
  expect((await apply({ dry_run: true })).status).toBe(200);
  const channels = await app.clicks.applyChannelRules({ body: { from }, headers: await signedIn() });
  const { application_id: id } = bodyOf(channels);
  const of = { params: { id: first.application_id } };
  const other = await newAdvertiser(app);
  for (const read of [
    app.clicks.readTrafficRulesApplication({ ...of, headers: other.headers }),
    app.clicks.readTrafficRulesApplication({ params: { id }, headers: await signedIn() }),
    app.clicks.readChannelRulesApplication({ ...of, headers: await signedIn() }),
  ])
    expect((await read).status).toBe(404);
  for (const day of ['2026-11-22', '2026-08-01']) expect(await apply({ from: day })).toMatchObject({ status: 422 });
  const wrong = app.clicks.applyTrafficRules({
    body: { from: 'x', more: 1 } as never,
    headers: await signedIn(),
  });
  expect(await wrong).toMatchObject({ status: 422, body: { detail: [{}, {}] } });
});
