import { sceneOf } from '#test/api/events/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { run } from '#test/webhooks/scene.ts';

const denied = { ad_user_data: 'denied', ad_personalization: 'denied' } as const;
const granted = { ad_user_data: 'granted', ad_personalization: 'granted' } as const;
type Advertiser = Awaited<ReturnType<typeof newAdvertiser>>;

let app: TestApp;
let owner: Advertiser;
let scene: ReturnType<typeof sceneOf>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
  scene = sceneOf(app);
});

const change = (body: object, by: Pick<Advertiser, 'headers'> = owner) =>
  app.privacy.changeConsent({ body: body as never, headers: by.headers });
async function land(parameters = '', consent: object = granted): Promise<string> {
  const body = { key: owner.pixelKey, url: `https://shop.example/?svc_campaign=spring${parameters}`, consent };
  const answer = await app.pixel.createSession({ body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer));
  return answer.body.sid;
}
async function later(): Promise<void> {
  await run(app);
  app.world.clock.now += 1000;
}
const consentOf = async (event_id: string) => (await scene.receipt(owner, event_id)).effective_consent;
const loggedAs = async (consent: string) => (await scene.log(owner, { consent })).events.map(({ event_id }) => event_id).sort();

describe('changing the consent of a click', () => {
  it('changes the click and its events, whatever they said before, and answers what was destroyed and sent', async () => {
    const [sid, other] = [await land(), await land()];
    await scene.send(owner, { event_id: 'e1', svc_click_id: sid });
    await scene.send(owner, { event_id: 'e2', svc_click_id: sid, consent: granted });
    await scene.send(owner, { event_id: 'other', svc_click_id: other });
    await later();
    expect(await change({ svc_click_id: sid, ...denied })).toEqual(
      expect.objectContaining({ status: 200, body: { dropped: 0, sent: [] } }),
    );
    expect(await scene.receipt(owner, 'e1')).toMatchObject({
      click: { consent: { ...denied, origin: 'privacy_request', stated_at: new Date(app.world.clock.now).toISOString() } },
    });
    for (const id of ['e1', 'e2']) expect(await consentOf(id)).toEqual(denied);
    expect(await consentOf('other')).toEqual(granted);
    await later();
    expect(await loggedAs('denied')).toEqual(['e1', 'e2']);
    expect(await loggedAs('granted')).toEqual(['other']);
  });

  it('by the click ID of a network, and by the raw cookie', async () => {
    const sid = await land('&gclid=G-1');
    const raw = await land();
    for (const id of [sid, raw]) await scene.send(owner, { event_id: id, svc_click_id: id });
    await later();
    expect(await change({ svc_click_id: 'gclid:G-1', ...denied })).toMatchObject({ status: 200 });
    expect(await change({ svc_click_id: JSON.stringify({ sid: raw }), ...denied })).toMatchObject({ status: 200 });
    for (const id of [sid, raw]) expect(await consentOf(id)).toEqual(denied);
  });

  it('keeps the purpose that the request does not name', async () => {
    const sid = await land();
    await scene.send(owner, { event_id: 'e', svc_click_id: sid });
    await later();
    await change({ svc_click_id: sid, ad_personalization: 'denied' });
    expect(await consentOf('e')).toEqual({ ad_user_data: 'granted', ad_personalization: 'denied' });
  });

  it('an unknown or erased click and a click of another account are 404, and nothing changes', async () => {
    const other = await newAdvertiser(app);
    const sid = await land('&gclid=G-2');
    await app.settle();
    const before = await allItems(app.world, 'attribution');
    for (const id of ['s_unknown', 'gclid:nothing']) expect(await change({ svc_click_id: id, ...denied })).toMatchObject({ status: 404 });
    for (const id of [sid, 'gclid:G-2']) expect(await change({ svc_click_id: id, ...denied }, other)).toMatchObject({ status: 404 });
    expect(app.world.messages).toEqual([]);
    expect(await allItems(app.world, 'attribution')).toEqual(before);
    await app.privacy.erase({ body: { svc_click_id: sid }, headers: owner.headers });
    expect(await change({ svc_click_id: sid, ...denied })).toMatchObject({ status: 404 });
  });
});

describe('changing the consent of a user', () => {
  it('changes all clicks and events of the user in both environments, and nothing of others', async () => {
    const [first, second, his] = [await land(), await land(), await land()];
    await scene.send(owner, { event_id: 'matched', svc_click_id: first, external_user_id: 'ada', consent: granted });
    await scene.send(owner, { event_id: 'same_click', svc_click_id: first });
    await app.pixel.identify({ body: { key: owner.pixelKey, sid: second, external_user_id: 'ada' } });
    await scene.batch(owner, [{ id: 'by_user', type: 'order_created', external_user_id: 'ada', consent: granted }]);
    await scene.send(owner, { event_id: 'unmatched', svc_click_id: 's_nobody', external_user_id: 'ada', consent: granted });
    await scene.send(owner, { event_id: 'his', svc_click_id: his, external_user_id: 'bob' });
    const testKey = (await owner.issue({ name: 't', kind: 'secret', environment: 'test' })).key;
    const ofTest = { event_id: 'test', external_user_id: 'ada', consent: granted };
    await scene.send(owner, ofTest, { authorization: `Bearer ${testKey}` });
    await later();
    expect(await change({ external_user_id: ' ada ', ...denied })).toMatchObject({ status: 200, body: { dropped: 0, sent: [] } });
    for (const id of ['matched', 'same_click', 'by_user', 'unmatched']) expect([id, await consentOf(id)]).toEqual([id, denied]);
    expect(await scene.receipt(owner, 'test', { environment: 'test' })).toMatchObject({ effective_consent: denied });
    expect(await consentOf('his')).toEqual(granted);
    await later();
    expect(await loggedAs('denied')).toEqual(['by_user', 'matched', 'same_click', 'unmatched']);
    // A later event of the user takes the copy of the click in the user's link.
    await scene.batch(owner, [{ id: 'next', type: 'order_created', external_user_id: 'ada' }]);
    await later();
    expect(await loggedAs('denied')).toContain('next');
  });

  it('a user whom nobody knows is answered alike', async () => {
    expect(await change({ external_user_id: 'nobody', ...denied })).toMatchObject({ status: 200, body: { dropped: 0, sent: [] } });
  });

  it('continues in the queue, message by message, and a repeat changes nothing', async () => {
    const sid = await land();
    const item = (number: number) => ({ id: `e${number}`, type: 'order_created', svc_click_id: sid });
    for (const start of [0, 600, 1200])
      await scene.batch(
        owner,
        Array.from({ length: 600 }, (_, at) => item(start + at)),
      );
    await scene.batch(owner, [{ id: 'named', type: 'order_created', svc_click_id: sid, external_user_id: 'ada' }]);
    await later();
    await change({ external_user_id: 'ada', ...denied });
    const changed = async () =>
      (await allItems(app.world, 'attribution')).filter(({ kind, consentChange }) => kind === 'conversion' && consentChange);
    const inRequest = (await changed()).length;
    expect(inRequest).toBeGreaterThanOrEqual(190);
    expect(inRequest).toBeLessThanOrEqual(201);
    app.world.clock.now += 121_000;
    await app.work('erasure');
    expect(app.world.messages).toEqual([]);
    expect(await changed()).toHaveLength(1801);
    const before = await allItems(app.world, 'attribution');
    app.world.messages.push({
      queue: 'erasure',
      delaySeconds: 0,
      message: {
        account_id: owner.id,
        task_id: 't',
        consent_of: { environment: 'live', sid },
        said: { adUserData: 'granted', origin: 'page', at: '2026-11-01T00:00:00.000Z' },
      },
    });
    await app.work('erasure');
    expect(await allItems(app.world, 'attribution')).toEqual(before);
  });

  it('a second pass changes an event that was not in the index yet', async () => {
    await scene.send(owner, { event_id: 'late', external_user_id: 'ada', consent: granted });
    app.world.clock.now += 1000;
    await change({ external_user_id: 'ada', ...denied });
    await app.settle();
    expect(await loggedAs('granted')).toEqual(['late']);
    app.world.clock.now += 121_000;
    await app.work('erasure');
    await app.settle();
    expect(await loggedAs('denied')).toEqual(['late']);
  });
});

describe('a request without what it needs', () => {
  it.each([
    ['without click and user', denied],
    ['with click and user', { svc_click_id: 's_1', external_user_id: 'ada', ...denied }],
    ['without a purpose', { external_user_id: 'ada' }],
    ['with both purposes null', { external_user_id: 'ada', ad_user_data: null, ad_personalization: null }],
    ['with another word', { external_user_id: 'ada', ad_user_data: 'unknown' }],
    ['with another field', { external_user_id: 'ada', ...denied, origin: 'page' }],
  ])('%s is 422', async (_, body) => {
    expect(await change(body)).toMatchObject({ status: 422 });
    expect(app.world.messages).toEqual([]);
  });

  it('names every problem', async () => {
    const { body } = await change({});
    expect((body as { detail: unknown[] }).detail).toHaveLength(2);
  });
});
