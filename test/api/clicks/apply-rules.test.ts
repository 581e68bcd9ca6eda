import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { readCells } from '#shared/cells/read-cells.ts';
import { allSeries, nameOf } from '#shared/cells/rules/cells.ts';
import { keyOf } from '#shared/conversions/items.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import { tableAt } from '#shared/store/table.ts';
import { dayMs, sceneOf } from '#test/api/events/scene.ts';
import { storedIn } from '#test/api/pixel/stored.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { itRefusesUnknownIds } from '#test/kit/unknown-ids.ts';
import type { Advertiser } from './scene.ts';

let app: TestApp;
let owner: Advertiser;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});
const signedIn = () => app.signIn(owner.id);

const radio = { id: 'radio', source: 'radio', channel: 'audio' as const };
const today = (at = app.world.clock.now) => new Date(at).toISOString().slice(0, 10);
const setRules = async (rules: (typeof radio)[] = [radio]) =>
  bodyOf(await app.clicks.changeChannelRules({ body: { rules }, headers: await signedIn() }));
const apply = async (body: { from?: string; dry_run?: boolean } = {}) =>
  app.clicks.applyChannelRules({ body: { from: today(), ...body }, headers: await signedIn() });
const table = () => tableAt(`${app.world.prefix}attribution`, testDynamo());
const channelOf = async (sid: string) => (await storedIn(app.world).click(sid))?.facts?.channel;
const radioClick = (campaign = 'spring') => owner.click(`utm_source=radio&svc_campaign=${campaign}`);

async function cells() {
  const now = () => app.world.clock.now;
  const deps = cellDepsOver(table(), { now, scale: streamScaleIn(table(), { now }) });
  const period = { from: today(now() - 80 * dayMs), to: today(now() + dayMs) };
  const lines = new Map<string, number>();
  for (const series of allSeries)
    for await (const { names, count } of readCells({ accountId: owner.id, environment: 'live' }, series, period, deps)) {
      const line = `${series} ${nameOf(names, 'channel')}`;
      lines.set(line, (lines.get(line) ?? 0) + count);
    }
  return [...lines]
    .filter(([, count]) => count !== 0)
    .map(([line, count]) => `${line} ${count}`)
    .sort();
}

async function scene() {
  const { send } = sceneOf(app);
  const sids = [await radioClick(), await radioClick('autumn')];
  const other = await owner.click('utm_source=google&utm_medium=cpc&svc_campaign=spring');
  for (const sid of sids) bodyOf(await send(owner, { svc_click_id: sid, value: 5, currency: 'EUR' }));
  await app.settle();
  return { sids, other };
}

const moves = [{ environment: 'live', from: 'paid_other', to: 'audio', clicks: 2 }];

describe('applying the channel rules', () => {
  it('moves stored clicks, their events, log entries and cells, and says from which channel to which', async () => {
    const { sids, other } = await scene();
    await setRules();
    expect(await apply()).toMatchObject({
      status: 200,
      body: {
        status: 'completed',
        dry_run: false,
        version: 1,
        clicks: 3,
        kept: 0,
        moved: 2,
        moves,
        events: 2,
        from: today(),
        to: today(),
        completed_at: expect.any(String),
      },
    });
    await app.settle();
    for (const sid of sids)
      expect((await storedIn(app.world).click(sid))?.facts).toMatchObject({
        channel: 'audio',
        paid: false,
        rule: 'account.radio@1',
        source: 'radio',
      });
    expect(await channelOf(other)).toBe('paid_search');
    const log = await sceneOf(app).log(owner, { channel: 'audio', paid: false });
    expect(log.events).toHaveLength(2);
    expect((await sceneOf(app).log(owner, { channel: 'paid_other' })).events).toEqual([]);
    expect((await sceneOf(app).receipt(owner, log.events[0]?.event_id ?? '')).channel).toBe('audio');
    expect(await cells()).toEqual(['click audio 2', 'clicks audio 2', 'clicks paid_search 1', 'occurred audio 2']);
  });

  it('repeats the same request after midnight, since a response can be lost at its end', async () => {
    app.world.clock.now = Date.parse(`${today()}T23:59:00Z`);
    const from = today();
    expect((await apply({ from })).status).toBe(200);
    app.world.clock.now += 3 * 60_000;
    expect((await apply({ from })).status).toBe(200);
    await setRules();
    expect((await apply({ from })).status).toBe(429);
  });

  it('leaves totals and value as they were', async () => {
    await scene();
    const before = await sceneOf(app).rows(owner);
    await setRules();
    await apply();
    await app.settle();
    await app.work('recount');
    await app.settle();
    expect(await sceneOf(app).rows(owner)).toEqual(before);
  });

  it('gives them back when the rules are removed, by the built-in rules', async () => {
    const { sids } = await scene();
    const before = await cells();
    await setRules();
    await apply();
    await setRules([]);
    app.world.clock.now += dayMs + 1;
    expect(bodyOf(await apply({ from: today(app.world.clock.now - 2 * dayMs) }))).toMatchObject({
      moves: [{ from: 'audio', to: 'paid_other', clicks: 2 }],
    });
    await app.settle();
    expect(await channelOf(sids[0] ?? '')).toBe('paid_other');
    expect(await cells()).toEqual(before);
  });

  it('counts in a dry run what the application then moves, and changes nothing', async () => {
    const { sids } = await scene();
    await setRules();
    const before = await cells();
    const dry = bodyOf(await apply({ dry_run: true }));
    expect(dry).toMatchObject({ status: 'completed', dry_run: true, clicks: 3, moved: 2, moves, events: 2 });
    await app.work('recount');
    await app.settle();
    expect(await channelOf(sids[0] ?? '')).toBe('paid_other');
    expect(await cells()).toEqual(before);
    const real = bodyOf(await apply());
    expect(real).toMatchObject({ clicks: dry.clicks, kept: dry.kept, moves: dry.moves, events: dry.events });
  });

  it('leaves clicks of earlier days as they are', async () => {
    await scene();
    await setRules();
    app.world.clock.now += 2 * dayMs;
    const later = await radioClick();
    await table().update({
      key: keyOf.click(later),
      update: 'SET facts.#channel = :channel, facts.#rule = :rule',
      names: { '#channel': 'channel', '#rule': 'rule' },
      values: { ':channel': 'direct', ':rule': 'direct@0' },
    });
    await app.settle();
    expect(bodyOf(await apply())).toMatchObject({
      clicks: 1,
      moves: [{ from: 'direct', to: 'audio', clicks: 1 }],
    });
  });

  it('keeps the channel of erased clicks and of clicks without facts, and says how many', async () => {
    const { sids } = await scene();
    const [erased = '', older = ''] = sids;
    await app.privacy.erase({ body: { svc_click_id: erased }, headers: owner.headers });
    await app.work('erasure');
    await table().update({ key: keyOf.click(older), update: 'REMOVE facts' });
    await app.settle();
    await setRules();
    expect(bodyOf(await apply())).toMatchObject({ clicks: 3, kept: 2, moved: 0, moves: [], events: 0 });
    expect(await channelOf(erased)).toBe('paid_other');
  });

  it('examines clicks of both environments, each counted apart', async () => {
    await scene();
    const test = await owner.issue({ name: 'Test', kind: 'public', environment: 'test' });
    await owner.click('utm_source=radio&svc_campaign=c', test.key);
    await app.settle();
    await setRules();
    expect(bodyOf(await apply()).moves).toEqual([...moves, { environment: 'test', from: 'paid_other', to: 'audio', clicks: 1 }]);
  });

  it('also moves links of users, by which later events are matched', async () => {
    const { send, attributeIdentity } = sceneOf(app);
    await attributeIdentity(owner, 'answer');
    const [byPage, byEvent] = [await radioClick(), await radioClick()];
    bodyOf(await app.pixel.identify({ body: { key: owner.pixelKey, sid: byPage, external_user_id: 'ada' } }));
    await send(owner, { svc_click_id: byEvent, external_user_id: 'bob' });
    await app.settle();
    await setRules();
    bodyOf(await apply());
    for (const external_user_id of ['ada', 'bob']) await send(owner, { event_id: external_user_id, external_user_id });
    await app.settle();
    for (const event_id of ['ada', 'bob'])
      expect(await sceneOf(app).receipt(owner, event_id)).toMatchObject({ matched: true, channel: 'audio' });
  });
});

describe('an application of the channel rules', () => {
  it('of many clicks is 202, and its worker continues where the request ended', async () => {
    for (let at = 0; at < 60; at++) {
      app.world.clock.now = Date.parse('2026-11-21T12:00:00Z') - at * dayMs;
      await radioClick();
    }
    app.world.clock.now = Date.parse('2026-11-21T12:00:00Z');
    await app.settle();
    await setRules();
    const answer = await apply({ from: today(app.world.clock.now - 70 * dayMs) });
    expect(answer).toMatchObject({
      status: 202,
      body: { status: 'running', clicks: 50, completed_at: null },
    });
    const { application_id: id } = bodyOf(answer);
    await app.work('recount');
    const read = await app.clicks.readChannelRulesApplication({ params: { id }, headers: await signedIn() });
    expect(read).toMatchObject({ status: 200, body: { status: 'completed', clicks: 60, moved: 60 } });
    await app.settle();
    expect(await cells()).toEqual(['clicks audio 60']);
  });

  it('again on the same day is the same application, and one of other rules has to wait for tomorrow', async () => {
    await scene();
    await setRules();
    const first = bodyOf(await apply());
    expect(first).toMatchObject({ already_applied: false, message: null });
    expect(bodyOf(await apply())).toEqual({
      ...first,
      already_applied: true,
      message: expect.stringMatching(/^This request did nothing: /),
    });
    await setRules([]);
    const refused = await apply();
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await apply({ dry_run: true })).status).toBe(200);
  });

  it('sent twice at once moves and counts each click and event once', async () => {
    await scene();
    await setRules();
    const answers = await Promise.all([apply(), apply(), apply()]);
    for (const answer of answers) expect(bodyOf(answer).status).toBe('completed');
    const { application_id: id } = bodyOf(answers[0]);
    const read = await app.clicks.readChannelRulesApplication({ params: { id }, headers: await signedIn() });
    expect(bodyOf(read)).toMatchObject({ clicks: 3, moved: 2, moves, events: 2 });
    await app.settle();
    expect(await cells()).toEqual(['click audio 2', 'clicks audio 2', 'clicks paid_search 1', 'occurred audio 2']);
  });

  it('takes the place of an earlier one that still runs', async () => {
    for (let at = 0; at < 60; at++) {
      app.world.clock.now = Date.parse('2026-11-21T12:00:00Z') - at * dayMs;
      await radioClick();
    }
    app.world.clock.now = Date.parse('2026-11-21T12:00:00Z');
    await app.settle();
    await setRules();
    const from = today(app.world.clock.now - 70 * dayMs);
    const { application_id: id } = bodyOf(await apply({ from }));
    app.world.clock.now += dayMs + 1;
    await setRules([]);
    bodyOf(await apply({ from }));
    await app.work('recount');
    const read = await app.clicks.readChannelRulesApplication({ params: { id }, headers: await signedIn() });
    expect(bodyOf(read).status).toBe('replaced');
    await app.settle();
    expect(await cells()).toEqual(['clicks paid_other 60']);
  });

  it('finds in its last pass the clicks and events that were on their way', async () => {
    await setRules();
    bodyOf(await apply());
    // A function that cached the older rules may store a click by them.
    const sid = await radioClick();
    const { send } = sceneOf(app);
    await table().update({
      key: keyOf.click(sid),
      update: 'SET facts.#channel = :channel, facts.#rule = :rule',
      names: { '#channel': 'channel', '#rule': 'rule' },
      values: { ':channel': 'direct', ':rule': 'direct@0' },
    });
    await send(owner, { svc_click_id: sid });
    await app.settle();
    await app.work('recount');
    await app.settle();
    expect(await channelOf(sid)).toBe('audio');
    expect(await cells()).toEqual(['click audio 1', 'clicks audio 1', 'occurred audio 1']);
  });

  it('of a day in the future, or of days that the log no longer has, is 422', async () => {
    for (const from of [today(app.world.clock.now + dayMs), today(app.world.clock.now - 100 * dayMs)])
      expect(await apply({ from })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'from'] }] },
      });
    expect(await app.clicks.applyChannelRules({ body: { from: 'x', more: 1 } as never, headers: owner.headers })).toMatchObject({
      status: 422,
      body: { detail: [{}, {}] },
    });
  });

  it('is in the answer of the rules once it is no dry run', async () => {
    const last = async () => bodyOf(await app.clicks.readChannelRules({ headers: await signedIn() })).last_application;
    await apply({ dry_run: true });
    expect(await last()).toBeNull();
    const { already_applied: _, message: __, ...applied } = bodyOf(await apply());
    expect(await last()).toEqual(applied);
  });

  it('of another account is not found', async () => {
    const { application_id: id } = bodyOf(await apply({ dry_run: true }));
    const other = await newAdvertiser(app);
    const read = await app.clicks.readChannelRulesApplication({ params: { id }, headers: other.headers });
    expect(read.status).toBe(404);
  });
});

itRefusesUnknownIds('clicks', () => app);
