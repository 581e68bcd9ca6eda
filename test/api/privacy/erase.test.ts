import { clicksIn } from '#shared/conversions/store/clicks.ts';
import { tableAt } from '#shared/store/table.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

type Advertiser = Awaited<ReturnType<typeof newAdvertiser>>;
let app: TestApp;
let owner: Advertiser;

beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  owner = await newAdvertiser(app);
});

const eventOf = (event_id: string, svc_click_id: string, external_user_id?: string) => ({
  event_type: 'order_created',
  event_id,
  svc_click_id,
  value: 9.5,
  currency: 'EUR',
  properties: { note: 'blue shoes' },
  ...(external_user_id && { external_user_id }),
});
const send = (body: ReturnType<typeof eventOf>, by: Advertiser = owner) => app.conversions.sendConversion({ body, headers: by.key });
const erase = (body: object, by: Pick<Advertiser, 'headers'> = owner) => app.privacy.erase({ body: body as never, headers: by.headers });
const receipt = async (event_id: string, by: Advertiser = owner) => {
  const answer = await app.events.readConversion({
    params: { event_id },
    query: {},
    headers: by.headers,
  });
  if (answer.status !== 200) throw new Error(`receipt ${answer.status}`);
  return answer.body;
};
const sessionOf = (sid: string) => {
  const table = tableAt(`${app.world.prefix}attribution`, testDynamo());
  return clicksIn(table).byId(sid);
};

describe('erasing a user', () => {
  it("erasing a user clears the user's events and clicks in both environments, and no other user's", async () => {
    const [hers, his] = [await owner.click('svc_campaign=c&oppref=net1'), await owner.click()];
    await send(eventOf('e1', hers, 'ada'));
    await send({ ...eventOf('e2', hers), event_type: 'checkout_started' });
    await send(eventOf('e3', his, 'bob'));
    const testKey = (await owner.issue({ name: 't', kind: 'secret', environment: 'test' })).key;
    await app.conversions.sendConversion({
      body: eventOf('e4', 's_unknown', 'ada'),
      headers: { authorization: `Bearer ${testKey}` },
    });
    await app.settle();
    expect(await erase({ external_user_id: 'ada' })).toMatchObject({
      status: 202,
      body: { erased_events: 3, erased_sessions: 1 },
    });
    const erased = await receipt('e1');
    expect(erased).toMatchObject({
      erased: true,
      properties: null,
      has_external_user: false,
      campaign: 'c',
      value: '9.50',
    });
    for (const field of ['session_id', 'svc_click_id']) expect(erased).not.toHaveProperty(field);
    expect(await receipt('e2')).toMatchObject({ erased: true, properties: null });
    const kept = await receipt('e3');
    expect(kept).toMatchObject({
      has_external_user: true,
      svc_click_id: his,
      properties: { note: 'blue shoes' },
    });
    expect(kept).not.toHaveProperty('erased');
    const session = await sessionOf(hers);
    expect(session).toMatchObject({ erasedAt: expect.any(String), networkClickIds: {}, landingPage: '' });
    expect(session).not.toHaveProperty('vid');
    expect(await sessionOf(his)).toMatchObject({ vid: expect.any(String) });
    expect(await erase({ external_user_id: 'ada' })).toMatchObject({
      body: { erased_events: 0, erased_sessions: 0 },
    });
    await app.work('erasure');
    expect(await receipt('e3')).toEqual(kept);
  });

  it('an erased event keeps its ID, so a repeat returns the original result', async () => {
    const sid = await owner.click();
    const body = eventOf('e1', sid, 'ada');
    const original = await send(body);
    await app.settle();
    await erase({ external_user_id: 'ada' });
    const repeat = await send(body);
    expect(repeat).toMatchObject({ status: 200, body: { ...(original.body as object), duplicate: true } });
    expect(repeat.body).not.toHaveProperty('warnings');
    expect(await receipt('e1')).toMatchObject({ erased: true, properties: null, has_external_user: false });
    expect(await send(eventOf('e2', sid))).toMatchObject({
      status: 202,
      body: { reason: 'unknown_svc_click_id' },
    });
  });

  it('erasing a user keeps the totals, to the cent', async () => {
    await send(eventOf('e1', await owner.click(), 'ada'));
    await app.settle();
    const report = () => app.reports.reportConversions({ query: { group_by: 'campaign' }, headers: owner.headers });
    const before = (await report()).body;
    expect(before).toMatchObject({ rows: [{ count: 1, value: '9.50' }] });
    await erase({ external_user_id: 'ada' });
    await app.settle();
    expect((await report()).body).toEqual(before);
  });

  it('a second pass erases an event that is being stored meanwhile', async () => {
    await send(eventOf('e1', await owner.click(), 'ada'));
    expect(await erase({ external_user_id: 'ada' })).toMatchObject({ body: { erased_events: 0 } });
    expect(app.world.messages.at(-1)).toMatchObject({ queue: 'erasure', delaySeconds: 120 });
    expect(JSON.stringify(app.world.messages)).not.toContain('"ada"');
    await app.settle();
    await app.work('erasure');
    expect(await receipt('e1')).toMatchObject({ erased: true });
    expect(app.world.messages.filter(({ queue }) => queue === 'erasure')).toEqual([]);
  });

  it('erasing more events than one request erases continues by queue', async () => {
    const sid = await owner.click();
    const events = Array.from({ length: 450 }, (_, i) => eventOf(`e${i}`, sid, i % 2 ? 'ada' : undefined));
    await app.conversions.sendConversion({ body: { events } as never, headers: owner.key });
    await app.settle();
    const answer = await erase({ external_user_id: 'ada' });
    if (answer.status !== 202) throw new Error();
    expect(answer.body.task_id).toMatch(/^erase_/);
    expect(answer.body.erased_events).toBeGreaterThanOrEqual(150);
    expect(answer.body.erased_events).toBeLessThanOrEqual(200);
    await app.work('erasure');
    for (const i of [0, 1, 222, 448, 449]) expect(await receipt(`e${i}`)).toMatchObject({ erased: true });
    expect(await erase({ external_user_id: 'ada' })).toMatchObject({ body: { erased_events: 0 } });
    expect(await sessionOf(sid)).toMatchObject({ erasedAt: expect.any(String) });
  });
});

describe('erasing a click', () => {
  it('erasing a click clears all its events, by any of its names, which lead nowhere afterwards', async () => {
    const sid = await owner.click('svc_campaign=c&oppref=net7');
    await send(eventOf('e1', sid, 'ada'));
    const item = { id: 'e2', type: 'order_created', oppref: 'net7', data: { type: 'custom' } };
    const batch = { events: [item] };
    await app.conversions.sendConversion({ body: batch as never, headers: owner.key });
    await app.settle();
    const cookie = encodeURIComponent(JSON.stringify({ sid }));
    expect(await erase({ svc_click_id: cookie })).toMatchObject({
      body: { erased_events: 2, erased_sessions: 1 },
    });
    expect(await receipt('e2')).toMatchObject({ erased: true, campaign: 'c' });
    expect(await erase({ external_user_id: 'ada' })).toMatchObject({ body: { erased_events: 0 } });
    const later = { events: [{ ...item, id: 'e3' }] };
    expect(await app.conversions.sendConversion({ body: later as never, headers: owner.key })).toMatchObject({
      status: 202,
    });
    const page = { key: owner.pixelKey, url: 'https://shop.example/?svc_campaign=c', sid };
    expect(await app.pixel.createSession({ body: page })).toMatchObject({
      status: 201,
      body: { sid, vid: null },
    });
    expect(await sessionOf(sid)).toMatchObject({ erasedAt: expect.any(String) });
  });

  it('erasing a click of another account changes nothing of that account', async () => {
    const stranger = await newAdvertiser(app);
    const sid = await stranger.click();
    await send(eventOf('e1', sid), stranger);
    await app.settle();
    expect(await erase({ svc_click_id: sid })).toMatchObject({
      status: 202,
      body: { erased_events: 0, erased_sessions: 0 },
    });
    await app.work('erasure');
    expect(await receipt('e1', stranger)).toMatchObject({
      session_id: sid,
      properties: { note: 'blue shoes' },
    });
    expect(await sessionOf(sid)).not.toHaveProperty('erasedAt');
  });

  it('ten parallel erasures of a click erase each event once', async () => {
    const sid = await owner.click();
    for (let i = 0; i < 5; i++) await send(eventOf(`e${i}`, sid, 'ada'));
    await app.settle();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => erase(i % 2 ? { svc_click_id: sid } : { external_user_id: 'ada' })),
    );
    const bodies = answers.map(({ body }) => body as { erased_events: number; erased_sessions: number });
    expect(answers.every(({ status }) => status === 202)).toBe(true);
    expect(bodies.reduce((sum, { erased_events }) => sum + erased_events, 0)).toBe(5);
    expect(bodies.reduce((sum, { erased_sessions }) => sum + erased_sessions, 0)).toBe(1);
  });
});

it.each([
  [{}, ['body']],
  [{ external_user_id: 'a', svc_click_id: 's_1' }, ['body']],
  [{ external_user_id: '', svc_click_id: 7 }, ['body.external_user_id', 'body.svc_click_id']],
])('an erasure of %j is refused with every problem, and nothing is sent', async (body, places) => {
  const sent = app.world.messages.length;
  const answer = await erase(body, await newUser(app));
  expect(answer.status).toBe(422);
  const { detail } = answer.body as { detail: { loc: string[] }[] };
  expect(detail.map(({ loc }) => loc.join('.')).sort()).toEqual(places);
  expect(app.world.messages).toHaveLength(sent);
});

describe('an event that arrives after its erasure', () => {
  const afterEverything = async () => {
    await app.work('erasure');
    app.world.clock.now += 3 * 3_600_000;
    await app.settle();
    await app.work('erasure');
    await app.settle();
  };
  const traces = async (...texts: string[]) => {
    const items = (await allItems(app.world)).map((item) => JSON.stringify(item));
    return items.filter((item) => texts.some((text) => item.includes(text)));
  };

  it('late events of an erased user are erased when they are indexed, with their click and its unnamed events', async () => {
    const sid = await owner.click('svc_campaign=c&gclid=late-1');
    await app.settle();
    await send(eventOf('e1', sid, 'ada'));
    await send({ ...eventOf('e2', sid), event_type: 'checkout_started' });
    await send(eventOf('e3', 's_unknown', 'ada'));
    await send(eventOf('e4', await owner.click(), 'bob'));
    expect(await erase({ external_user_id: 'ada' })).toMatchObject({ body: { erased_events: 0 } });
    await afterEverything();
    for (const id of ['e1', 'e2', 'e3'])
      expect(await receipt(id)).toMatchObject({ erased: true, properties: null, has_external_user: false });
    expect(await receipt('e4')).toMatchObject({ has_external_user: true });
    expect(await sessionOf(sid)).toMatchObject({ erasedAt: expect.any(String) });
    const found = await traces(sid, 'late-1', await app.userHash(owner.id, 'ada'));
    expect(found.map((item) => JSON.parse(item).kind).sort()).toEqual(['click_row', 'session']);
    expect(found.filter((item) => item.includes('late-1'))).toEqual([]);
    const report = await app.reports.reportConversions({
      query: { group_by: 'campaign' },
      headers: owner.headers,
    });
    expect(report.body).toMatchObject({
      rows: [
        { campaign: 'c', count: 2 },
        { campaign: 'spring', count: 1 },
      ],
    });
  });

  it('late events of an erased click are erased by any name, and an event of another click is not', async () => {
    const sid = await owner.click('svc_campaign=c&oppref=late-2');
    await app.settle();
    await send(eventOf('e1', sid, 'ada'));
    const item = { id: 'e2', type: 'order_created', oppref: 'late-2', data: { type: 'custom' } };
    await app.conversions.sendConversion({ body: { events: [item] } as never, headers: owner.key });
    await send(eventOf('e3', await owner.click(), 'ada'));
    await erase({ svc_click_id: sid });
    await afterEverything();
    for (const id of ['e1', 'e2']) expect(await receipt(id)).toMatchObject({ erased: true });
    expect(await receipt('e3')).not.toHaveProperty('erased');
  });

  it('late events between two erasures of a user are erased by the second', async () => {
    await erase({ external_user_id: 'ada' });
    app.world.clock.now += 3_600_000;
    await send(eventOf('e1', await owner.click(), 'ada'));
    expect(await erase({ external_user_id: 'ada' })).toMatchObject({ body: { erased_events: 0 } });
    await afterEverything();
    expect(await receipt('e1')).toMatchObject({ erased: true, properties: null, has_external_user: false });
  });

  it('events after an erasure remain', async () => {
    await send(eventOf('e1', await owner.click(), 'ada'));
    await erase({ external_user_id: 'ada' });
    await app.work('erasure');
    app.world.clock.now += 3_600_000;
    const sid = await owner.click();
    await send(eventOf('e2', sid, 'ada'));
    await app.settle();
    await app.work('erasure');
    expect(await receipt('e1')).toMatchObject({ erased: true });
    expect(await receipt('e2')).toMatchObject({ has_external_user: true, svc_click_id: sid });
    expect(await sessionOf(sid)).not.toHaveProperty('erasedAt');
    expect(await erase({ external_user_id: 'ada' })).toMatchObject({
      body: { erased_events: 1, erased_sessions: 1 },
    });
  });
});
