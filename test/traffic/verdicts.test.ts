import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, type TestApp } from '#test/kit/harness.ts';
import { dataCentre, home, phone, trafficScene } from './scene.ts';

let scene: Awaited<ReturnType<typeof trafficScene>>;
beforeEach(async () => {
  scene = await trafficScene();
});
const minuteMs = 60_000;
const verdictsIn = (app: TestApp) =>
  app.world.messages.flatMap(({ queue, message }) =>
    queue === 'verdicts' ? [message as { click_ids: string[]; other_ids?: string[] }] : [],
  );

describe('a click from a data centre', () => {
  it('is a bot without interaction, after two waits of 15 minutes, and moves its cell', async () => {
    const { app, click, factsOf, cells, judged } = scene;
    const { sid, verify } = await click({ address: dataCentre });
    expect(verify).toBe(true);
    await app.settle();
    expect(await cells()).toEqual(['clicks human 1']);
    expect(app.world.messages).toMatchObject([
      {
        queue: 'verdicts',
        message: { signal: 'data_centre', click_ids: [sid], wait: 1 },
        delaySeconds: 900,
      },
    ]);
    await judged();
    expect(await factsOf(sid)).toMatchObject({
      traffic: 'bot',
      trafficRule: 'data_centre',
      signals: ['data_centre'],
    });
    expect(await cells()).toEqual(['clicks bot data_centre 1']);
  });

  it('waits twice, each time as long as a queue can delay', async () => {
    const { app, click } = scene;
    await click({ address: '2001:db8:dc:7::1' });
    await app.settle();
    const [first] = app.world.messages.splice(0);
    if (!first) throw new Error('No message was sent.');
    expect(await app.attempt('verdicts', first.message)).toBe(true);
    expect(app.world.messages).toMatchObject([{ message: { wait: 2 }, delaySeconds: 900 }]);
  });

  it('with interaction is human, as behind a VPN', async () => {
    const { click, interact, factsOf, cells, judged } = scene;
    const { sid } = await click({ address: dataCentre });
    expect(await interact(sid)).toBe(202);
    await judged();
    expect(await factsOf(sid)).toMatchObject({ traffic: 'human', interacted: true });
    expect(await factsOf(sid)).not.toHaveProperty('signals');
    expect(await cells()).toEqual(['clicks human 1']);
  });

  it('with interaction after 30 minutes is a bot, and so is one that another pixel reports', async () => {
    const { app, owner, click, interact, factsOf, judged } = scene;
    const { key } = await owner.issue({ name: 'Other', kind: 'public', environment: 'live' });
    const [late, foreign] = [await click({ address: dataCentre }), await click({ address: dataCentre })];
    expect(await interact(foreign.sid, key)).toBe(202);
    app.world.clock.now += 31 * minuteMs;
    expect(await interact(late.sid)).toBe(202);
    await judged();
    for (const { sid } of [late, foreign]) {
      expect(await factsOf(sid)).toMatchObject({ traffic: 'bot' });
      expect(await factsOf(sid)).not.toHaveProperty('interacted');
    }
  });

  it('is human again once a counted event names it, and no late verdict changes that', async () => {
    const { app, click, order, factsOf, cells, wanted, judged } = scene;
    const { sid } = await click({ address: dataCentre });
    await judged();
    await order(sid);
    await app.settle();
    expect(await factsOf(sid)).toMatchObject({
      traffic: 'human',
      trafficRule: 'counted_event',
      signals: ['counted_event', 'data_centre'],
    });
    expect(await cells()).toEqual(['click human 1', 'clicks human counted_event 1', 'occurred human 1']);
    expect(await wanted()).toEqual(await cells());
    const second = await click({ address: dataCentre });
    await order(second.sid);
    await judged();
    expect(await factsOf(second.sid)).toMatchObject({ traffic: 'human', trafficRule: 'counted_event' });
  });

  it('is human again once an event of its user, whom the page identifies later, is matched with it', async () => {
    const { app, owner, click, order, factsOf, judged } = scene;
    const { sid } = await click({ address: dataCentre });
    await judged();
    expect(await factsOf(sid)).toMatchObject({ traffic: 'bot' });
    await order('s_nobody', { external_user_id: 'ada' });
    await app.settle();
    await app.pixel.identify({ body: { key: owner.pixelKey, sid, external_user_id: 'ada' } });
    await app.settle();
    await app.settle();
    expect(await factsOf(sid)).toMatchObject({ traffic: 'human', trafficRule: 'counted_event' });
  });

  it('with an event that does not count stays a bot', async () => {
    const { click, order, factsOf, judged } = scene;
    const { sid } = await click({ address: dataCentre });
    await order(sid, { event_type: 'newsletter_opened' });
    await judged();
    expect(await factsOf(sid)).toMatchObject({ traffic: 'bot' });
  });

  it('of a crawler or of staff is decided at once, and is not asked for interaction', async () => {
    const { app, click, factsOf } = scene;
    const crawler = await click({ address: dataCentre, userAgent: 'Googlebot/2.1' });
    const staff = await click({ address: dataCentre, internal: true });
    await app.settle();
    for (const one of [crawler, staff]) expect(one).not.toHaveProperty('verify');
    expect(await factsOf(crawler.sid)).toMatchObject({ traffic: 'bot', trafficRule: 'bot_user_agent' });
    expect(app.world.messages).toEqual([]);
  });

  it('that is erased meanwhile is not judged', async () => {
    const { app, owner, click, factsOf, judged } = scene;
    const { sid } = await click({ address: dataCentre });
    await app.settle();
    await app.privacy.erase({ body: { svc_click_id: sid }, headers: owner.headers });
    await app.work('erasure');
    await judged();
    expect(await factsOf(sid)).toMatchObject({ traffic: 'human' });
  });
});

it('a click from elsewhere is not asked for interaction, and a report of it changes nothing', async () => {
  const { app, click, interact, factsOf } = scene;
  const answer = await click({ address: home });
  expect(answer).not.toHaveProperty('verify');
  expect(await interact(answer.sid)).toBe(202);
  expect(await factsOf(answer.sid)).not.toHaveProperty('interacted');
  await app.settle();
  expect(app.world.messages).toEqual([]);
});

it('the retry of a click asks for interaction as the first answer did', async () => {
  const { click, interact } = scene;
  const sid = `s_${'7'.repeat(22)}`;
  expect(await click({ address: dataCentre, sid })).toMatchObject({ verify: true });
  expect(await click({ address: home, sid })).toMatchObject({ verify: true });
  await interact(sid);
  expect(await click({ address: dataCentre, sid })).not.toHaveProperty('verify');
});

describe('the click ID of an ad network', () => {
  const gclid = '&gclid=Cj0KCQ';

  it('from three networks within a day makes all its clicks suspect', async () => {
    const { app, click, factsOf, judged } = scene;
    const sids: string[] = [];
    for (const third of [1, 2, 3]) {
      sids.push((await click({ address: `203.0.${third}.9`, parameters: gclid })).sid);
      await app.settle();
      if (third < 3) expect(app.world.messages).toEqual([]);
    }
    await judged();
    for (const sid of sids) expect(await factsOf(sid)).toMatchObject({ traffic: 'suspect', signals: ['shared_click_id'] });
  });

  it('makes all its clicks suspect if more arrive at once than are stored, and is stored as a digest', async () => {
    const { app, click, factsOf, judged } = scene;
    const sids: string[] = [];
    for (let at = 0; at < 16; at++) sids.push((await click({ address: `203.0.${at % 4}.9`, parameters: gclid })).sid);
    await judged();
    for (const sid of sids) expect(await factsOf(sid)).toMatchObject({ traffic: 'suspect' });
    const recent = (await allItems(app.world, 'attribution')).filter(({ kind, pk }) => kind === 'recent_clicks' && pk.includes('#id#'));
    expect(recent).toHaveLength(1);
    expect(JSON.stringify(recent)).not.toContain('Cj0KCQ');
  });

  it.each([
    ['two networks', ['203.0.1.9', '203.0.2.9', '203.0.1.8'], 0],
    ['three networks in more than a day', ['203.0.1.9', '203.0.2.9', '203.0.3.9'], 13 * 60 * minuteMs],
  ])('from %s is of one person', async (_, addresses, pause) => {
    const { app, owner, click, factsOf } = scene;
    const sids: string[] = [];
    for (const address of addresses) {
      sids.push((await click({ address, parameters: gclid })).sid);
      await app.settle();
      app.world.clock.now += pause;
    }
    await app.signIn(owner.id);
    expect(app.world.messages).toEqual([]);
    for (const sid of sids) expect(await factsOf(sid)).toMatchObject({ traffic: 'human' });
  });
});

describe('clicks of one network and ad', () => {
  it('are suspect from the twentieth in ten minutes on, if nobody uses the page', async () => {
    const { app, click, factsOf, judged, cells, wanted } = scene;
    const sids: string[] = [];
    for (let at = 0; at < 20; at++) {
      sids.push((await click({ address: `203.0.113.${at}` })).sid);
      app.world.clock.now += 29_000;
      await app.settle();
    }
    await judged();
    // The first two clicks were not asked to report interaction, so they count as human.
    for (const [at, sid] of sids.entries())
      expect(await factsOf(sid)).toMatchObject(at < 2 ? { traffic: 'human' } : { traffic: 'suspect', signals: ['click_flood'] });
    expect(await cells()).toEqual(['clicks human 2', 'clicks suspect click_flood 18']);
    expect(await wanted()).toEqual(await cells());
  });

  it('are human if fewer than 20 of them lack interaction, of which the third and later are asked', async () => {
    const { click, interact, factsOf, judged } = scene;
    const all: { sid: string; verify?: true | undefined }[] = [];
    for (let at = 0; at < 25; at++) all.push(await click({ address: `203.0.113.${at}` }));
    expect(all.map(({ verify }) => verify === true)).toEqual(all.map((_, at) => at >= 2));
    for (const { sid } of all.slice(-6)) await interact(sid);
    await judged();
    for (const { sid } of all) expect(await factsOf(sid)).toMatchObject({ traffic: 'human' });
  });

  it('with interaction of some are suspect without them', async () => {
    const { click, interact, factsOf, judged } = scene;
    const sids: string[] = [];
    for (let at = 0; at < 25; at++) sids.push((await click({ address: `203.0.113.${at}` })).sid);
    for (const sid of sids.slice(-3)) await interact(sid);
    await judged();
    for (const [at, sid] of sids.entries()) expect(await factsOf(sid)).toMatchObject({ traffic: at > 1 && at < 22 ? 'suspect' : 'human' });
  });

  it('are all judged if 150 arrive at once, in messages of at most 100 that name each once', async () => {
    const { app, click, cells, judged } = scene;
    const sids: string[] = [];
    for (let at = 0; at < 150; at++) sids.push((await click({ address: home })).sid);
    await app.settle();
    const sent = verdictsIn(app);
    expect(sent.map(({ click_ids }) => click_ids.length)).toEqual([100, 50]);
    expect(sent.flatMap(({ click_ids }) => click_ids).sort()).toEqual(sids.toSorted());
    await judged();
    expect(await cells()).toEqual(['clicks human 2', 'clicks suspect click_flood 148']);
  });

  it('are sent once each: a later message names earlier clicks as others, which cost no query again', async () => {
    const { app, click, factsOf, judged } = scene;
    for (let at = 0; at < 24; at++) await click({ address: home });
    await app.settle();
    await judged();
    const sids: string[] = [];
    for (let at = 0; at < 3; at++) sids.push((await click({ address: home })).sid);
    await app.settle();
    const [message] = verdictsIn(app);
    expect(message?.click_ids.toSorted()).toEqual(sids.toSorted());
    expect(message?.other_ids).toHaveLength(24);
    const before = app.calls.length;
    await judged();
    const queries = app.calls.slice(before).filter(({ by, operation }) => by === 'click-verdicts' && operation === 'Query');
    expect(queries).toHaveLength(2 * sids.length);
    for (const sid of sids) expect(await factsOf(sid)).toMatchObject({ traffic: 'suspect' });
  });

  it('that were too few become suspect with later clicks that complete the flood', async () => {
    const { app, click, interact, factsOf, judged } = scene;
    const early: string[] = [];
    for (let at = 0; at < 22; at++) early.push((await click({ address: home })).sid);
    for (const sid of early.slice(-5)) await interact(sid);
    await judged();
    expect(await factsOf(early[5] ?? '')).toMatchObject({ traffic: 'human' });
    for (let at = 0; at < 4; at++) await click({ address: home });
    await app.settle();
    await judged();
    expect(await factsOf(early[5] ?? '')).toMatchObject({ traffic: 'suspect' });
    expect(await factsOf(early.at(-1) ?? '')).toMatchObject({ traffic: 'human' });
  });

  it.each([
    ['20 clicks in more than ten minutes', () => ({ address: home }), 32_000],
    ['20 clicks of several ads', (at: number) => ({ address: home, ad: `ad_${at % 2}` }), 0],
    ['20 clicks of two networks', (at: number) => ({ address: `203.0.${at % 2}.1` }), 0],
  ])('%s are human', async (_, of, pause) => {
    const { app, click, factsOf, judged } = scene;
    const sids: string[] = [];
    for (let at = 0; at < 20; at++) {
      sids.push((await click(of(at))).sid);
      app.world.clock.now += pause;
    }
    await judged();
    for (const sid of sids) expect(await factsOf(sid)).toMatchObject({ traffic: 'human' });
  });

  it('of the live and of the test environment, and of two accounts, are no common flood', async () => {
    const { app, owner, click, factsOf, judged } = scene;
    const test = await owner.issue({ name: 'Test', kind: 'public', environment: 'test' });
    const other = await newAdvertiser(app);
    const sids: string[] = [];
    for (let at = 0; at < 36; at++) {
      const key = [owner.pixelKey, test.key, other.pixelKey][at % 3];
      sids.push((await click({ address: home }, key)).sid);
    }
    await app.settle();
    expect(verdictsIn(app)).toEqual([]);
    await judged();
    for (const sid of sids) expect(await factsOf(sid)).toMatchObject({ traffic: 'human' });
  });

  it('counted by two processes are suspect too, since each stores what it has seen', async () => {
    const { app, owner, click, factsOf } = scene;
    const sids: string[] = [];
    for (let at = 0; at < 20; at++) sids.push((await click({ address: home })).sid);
    await app.settle();
    app.world.messages.length = 0;
    const other = await app.restart();
    expect(other.world).toBe(app.world);
    for (let at = 0; at < 3; at++) sids.push((await click({ address: home })).sid);
    await other.settle();
    expect(app.world.messages).toHaveLength(1);
    await other.work('verdicts');
    expect(await factsOf(sids.at(-1) ?? '')).toMatchObject({ traffic: 'suspect' });
    expect(owner.id).toBeGreaterThan(0);
  });
});

it('a click of a person on a phone costs the stream no call for the rules of later verdicts', async () => {
  const { app, click } = scene;
  await click({ address: home, userAgent: phone });
  await app.settle();
  const before = app.calls.length;
  await click({ address: '198.51.100.1', parameters: '&gclid=only-once' });
  await app.settle();
  const calls = app.calls.slice(before).filter(({ by }) => by === 'conversion-totals');
  expect(calls.filter(({ operation }) => operation === 'SendMessage')).toEqual([]);
  expect(JSON.stringify(calls)).not.toContain('RECENTCLICKS');
});
