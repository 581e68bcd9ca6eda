import { gunzipSync } from 'node:zlib';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { run } from '#test/webhooks/scene.ts';
import { sceneOf } from './scene.ts';

const granted = { ad_user_data: 'granted', ad_personalization: 'granted' } as const;
const denied = { ad_user_data: 'denied', ad_personalization: 'denied' } as const;
const unknown = { ad_user_data: 'unknown', ad_personalization: 'unknown' } as const;

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
let scene: ReturnType<typeof sceneOf>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
  scene = sceneOf(app);
});

async function land(consent?: object): Promise<string> {
  const body = { key: owner.pixelKey, url: 'https://shop.example/?svc_campaign=spring', ...(consent && { consent }) };
  const answer = await app.pixel.createSession({ body });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer));
  return answer.body.sid;
}
async function later(): Promise<void> {
  await app.settle();
  app.world.clock.now += 1000;
}
const idsOf = async (consent: string, more: object = {}) =>
  (await scene.log(owner, { consent, ...more })).events.map(({ event_id }) => event_id ?? '').sort();

describe('the receipt of an event', () => {
  it('has what the event, its click and both together say', async () => {
    const sid = await land({ ...granted, origin: 'consent_mode' });
    const landed = new Date(app.world.clock.now).toISOString();
    await scene.send(owner, { event_id: 'own', svc_click_id: sid, consent: { ad_personalization: 'denied' } });
    await scene.send(owner, { event_id: 'none', svc_click_id: sid });
    const click = { ...granted, origin: 'consent_mode', stated_at: landed };
    expect(await scene.receipt(owner, 'own')).toMatchObject({
      consent: { ad_user_data: 'unknown', ad_personalization: 'denied' },
      click: { consent: click },
      effective_consent: { ad_user_data: 'granted', ad_personalization: 'denied' },
    });
    const none = await scene.receipt(owner, 'none');
    expect(none).toMatchObject({ click: { consent: click }, effective_consent: granted });
    expect(none).not.toHaveProperty('consent');
  });

  it('says unknown of a click of which nobody said anything, and has no consent that counts', async () => {
    await scene.send(owner, { event_id: 'e', svc_click_id: await land() });
    const receipt = await scene.receipt(owner, 'e');
    expect(receipt.click?.consent).toEqual(unknown);
    expect(receipt).not.toHaveProperty('effective_consent');
  });
});

describe('the consent of an event', () => {
  it.each([
    [{ ad_user_data: 'yes' }, 'ad_user_data'],
    [{ ad_storage: 'granted' }, 'ad_storage'],
    ['granted', undefined],
  ])('%o is 422 in each form, and takes no event ID', async (consent, name) => {
    const loc = ['consent', ...(name ? [name] : [])];
    expect(await scene.send(owner, { event_id: 'e', consent })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', ...loc] }] },
    });
    for (const item of [{ consent }, { data: { consent } }])
      expect(await scene.batch(owner, [{ id: 'e', type: 'order_created', ...item }])).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'events', 0, ...loc] }] },
      });
    expect(await scene.send(owner, { event_id: 'e', consent: granted })).toMatchObject({ status: 202, body: { duplicate: false } });
  });

  it('another consent under the same ID is a difference, and no conflict', async () => {
    await scene.send(owner, { event_id: 'e', consent: granted });
    expect(await scene.send(owner, { event_id: 'e', consent: denied })).toMatchObject({
      body: { duplicate: true, warnings: [{ code: 'event_id_payload_mismatch', fields: ['consent'] }] },
    });
    expect(await scene.receipt(owner, 'e')).not.toHaveProperty('conflict');
  });

  it('adds no call to the hot path: one read of the click, one conditional write', async () => {
    const sid = await land(granted);
    await scene.send(owner, { event_id: 'warm', svc_click_id: sid });
    app.calls.length = 0;
    await scene.send(owner, { event_id: 'own', svc_click_id: sid, consent: denied });
    await scene.send(owner, { event_id: 'none', svc_click_id: sid });
    const once = ['GetItem', 'PutItem'];
    expect(app.calls.map(({ operation }) => operation)).toEqual([...once, ...once]);
  });
});

describe('the log by consent', () => {
  it('lists accepted events by the consent that counts', async () => {
    const [yes, no, nobody] = [await land(granted), await land(denied), await land()];
    await scene.send(owner, { event_id: 'yes', svc_click_id: yes });
    await scene.send(owner, { event_id: 'no', svc_click_id: no });
    await scene.send(owner, { event_id: 'nobody', svc_click_id: nobody });
    await scene.send(owner, { event_id: 'own', svc_click_id: yes, consent: { ad_user_data: 'denied' } });
    await scene.send(owner, { event_id: 'unmatched', svc_click_id: 's_nobody', consent: granted });
    await scene.send(owner, { event_id: 'refused', event_type: 'Order' });
    await app.settle();
    expect(await idsOf('granted')).toEqual(['unmatched', 'yes']);
    expect(await idsOf('denied')).toEqual(['no', 'own']);
    expect(await idsOf('unknown')).toEqual(['nobody']);
    expect(await idsOf('granted', { outcome: 'matched' })).toEqual(['yes']);
    const { events } = await scene.log(owner);
    expect(new Map(events.map(({ event_id, ad_user_data }) => [event_id, ad_user_data]))).toEqual(
      new Map([
        ['yes', 'granted'],
        ['no', 'denied'],
        ['nobody', undefined],
        ['own', 'denied'],
        ['unmatched', 'granted'],
        ['refused', undefined],
      ]),
    );
  });

  it('follows what the click says after the event, for events that are matched by click, by user, and late', async () => {
    const sid = await land(granted);
    await app.pixel.identify({ body: { key: owner.pixelKey, sid, external_user_id: 'ada' } });
    await scene.send(owner, { event_id: 'click', svc_click_id: sid });
    await scene.batch(owner, [{ id: 'user', type: 'order_created', external_user_id: 'ada' }]);
    await run(app);
    await later();
    expect(await idsOf('granted')).toEqual(['click', 'user']);
    await app.pixel.stateConsent({ body: { key: owner.pixelKey, sid, consent: denied } });
    await later();
    await app.settle();
    expect(await idsOf('denied')).toEqual(['click', 'user']);
    expect(await scene.receipt(owner, 'user')).toMatchObject({ effective_consent: denied });
    // The user's link has a copy of the click, which credits later events.
    await scene.batch(owner, [{ id: 'after', type: 'order_created', external_user_id: 'ada' }]);
    await run(app);
    expect(await idsOf('denied')).toEqual(['after', 'click', 'user']);
  });

  it('keeps the own consent of an event that said it later than its click', async () => {
    const sid = await land();
    await app.settle();
    await app.pixel.stateConsent({ body: { key: owner.pixelKey, sid, consent: denied } });
    await later();
    await scene.send(owner, { event_id: 'own', svc_click_id: sid, consent: granted });
    await later();
    expect(await idsOf('granted')).toEqual(['own']);
  });
});

it('the exports of events and of the account have the consent of event and click', async () => {
  const sid = await land({ ...granted, origin: 'shopify' });
  await scene.send(owner, { event_id: 'e', svc_click_id: sid, consent: denied });
  await app.settle();
  await app.events.createExport({ body: { from: '2026-11-20', to: '2026-11-21' }, headers: owner.headers });
  await app.privacy.exportAccount({ headers: owner.headers });
  await app.work('export');
  await app.work('export');
  const files = [...app.world.objects.files.values()].map((file) => gunzipSync(file).toString().trimEnd().split('\n'));
  const rows = files.map((lines) => lines.map((line) => JSON.parse(line)).find(({ event_id }) => event_id === 'e'));
  expect(rows).toHaveLength(2);
  for (const row of rows)
    expect(row).toMatchObject({ consent: denied, effective_consent: denied, click: { consent: { ...granted, origin: 'shopify' } } });
});

it('an erased event and click keep what was allowed, which names no person', async () => {
  const sid = await land(granted);
  await scene.send(owner, { event_id: 'e', svc_click_id: sid, consent: denied });
  await app.settle();
  await app.privacy.erase({ body: { svc_click_id: sid }, headers: owner.headers });
  await app.settle();
  expect(await scene.receipt(owner, 'e')).toMatchObject({ erased: true, consent: denied });
  const [click] = (await allItems(app.world, 'attribution')).filter(({ kind, erasedAt }) => kind === 'session' && erasedAt);
  expect(click).toMatchObject({ consent: { adUserData: 'granted' } });
});
