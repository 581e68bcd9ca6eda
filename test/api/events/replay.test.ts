import { rawNumber } from '#shared/values/json.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { type Advertiser, dayMs, newSid, sceneOf } from './scene.ts';

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
let advertiser: Advertiser;
beforeEach(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
  advertiser = await newAdvertiser(app);
});

async function entry(of = advertiser) {
  const [newest] = (await scene.log(of, { outcome: 'rejected', limit: 1 })).events;
  if (!newest) throw new Error('Nothing was rejected.');
  return newest;
}
const places = (answer: { body: unknown }) => (answer.body as { detail: { loc: unknown[] }[] }).detail.map(({ loc }) => loc.join('.'));

describe('replaying a rejected event', () => {
  it('replaying a rejected event accepts it with its corrections, like a fresh send of all its fields', async () => {
    const sent = {
      event_id: 'order:1',
      value: rawNumber('12.34567890123456789'),
      currency: 'eur',
      occurred_at: '2026-11-20T10:00:00Z',
      external_user_id: 'user-1',
      properties: { order: 7, note: 'mail ada@example.com' },
      svc_click_id: encodeURIComponent(JSON.stringify({ sid: await advertiser.click(), vid: 'v_1' })),
    };
    await scene.send(advertiser, { ...sent, event_type: 'Order', unknown_field: 1 });
    const { id } = await entry();
    app.world.clock.now += 60_000;
    const answer = await scene.replay(advertiser, id, { event_type: 'order_created' });
    expect(answer).toMatchObject({
      status: 200,
      body: { accepted: true, matched: true, duplicate: false, event_id: 'order:1', campaign: 'spring' },
    });
    const again = await scene.send(advertiser, { ...sent, event_type: 'order_created' });
    expect(again).toMatchObject({ status: 200, body: { duplicate: true } });
    expect(again.body).toMatchObject({
      warnings: [
        { code: 'pii_redacted', fields: ['properties.note'] },
        { code: 'value_too_fine', fields: ['value'] },
      ],
    });
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject({
      counted: true,
      value: '12.34567890123456789',
      received_at: '2026-11-21T12:01:00.000Z',
      key_id: advertiser.secretKeyId,
      has_external_user: true,
    });
    expect((await scene.log(advertiser)).events).toMatchObject([
      { outcome: 'duplicate', event_id: 'order:1' },
      { outcome: 'matched', event_id: 'order:1', received_at: '2026-11-21T12:01:00.000Z' },
      { id, outcome: 'rejected', replayed_at: '2026-11-21T12:01:00.000Z' },
    ]);
    expect(await scene.rows(advertiser)).toHaveLength(1);
  });

  it('a second replay is a duplicate like any retry, and counts nothing', async () => {
    await scene.send(advertiser, { svc_click_id: await advertiser.click(), event_id: undefined });
    const { id } = await entry();
    const first = await scene.replay(advertiser, id, { event_id: 'x' });
    expect(first).toMatchObject({ status: 200, body: { duplicate: false } });
    app.world.clock.now += 1000;
    expect(await scene.replay(advertiser, id, { event_id: 'x' })).toMatchObject({
      status: 200,
      body: { ...first.body, duplicate: true },
    });
    await app.settle();
    expect(await scene.rows(advertiser)).toMatchObject([{ count: 1 }]);
    expect((await entry()).replayed_at).toBe('2026-11-21T12:00:00.000Z');
  });

  it('replaying without a correction, or with an invalid correction, is 422 with every problem, and changes nothing', async () => {
    await scene.send(advertiser, { event_id: undefined, value: -1, external_user_id: 5 });
    const { id } = await entry();
    const unchanged = await scene.replay(advertiser, id);
    expect(unchanged.status).toBe(422);
    expect(places(unchanged).sort()).toEqual(['body.event.event_id', 'body.event.external_user_id', 'body.event.value']);
    const worse = await scene.replay(advertiser, id, {
      event_id: 'x',
      value: 1,
      external_user_id: 'u',
      occurred_at: '2027-01-01',
    });
    expect([worse.status, places(worse)]).toEqual([422, ['body.event.occurred_at']]);
    expect(await entry()).not.toHaveProperty('replayed_at');
    const headers = await app.signIn(advertiser.id);
    const read = { params: { event_id: 'x' }, query: {}, headers };
    expect((await app.events.readConversion(read)).status).toBe(404);
    expect((await scene.log(advertiser)).events).toHaveLength(1);
  });

  it('replaying a rejected event applies the current scope, and the click can be corrected', async () => {
    const other = await advertiser.issue({ name: 'Other', kind: 'public', environment: 'live' });
    const scoped = await advertiser.issue({
      name: 'Scoped',
      kind: 'secret',
      environment: 'live',
      pixel_key: advertiser.pixelKey,
    });
    const headers = { authorization: `Bearer ${scoped.key}` };
    const click = await advertiser.click(undefined, other.key);
    await scene.send(advertiser, { event_id: 'x', svc_click_id: click }, headers);
    const { id } = await entry();
    expect(await scene.replay(advertiser, id)).toMatchObject({
      status: 403,
      body: { code: 'click_id_out_of_scope' },
    });
    expect(await scene.replay(advertiser, id, { svc_click_id: await advertiser.click() })).toMatchObject({
      status: 200,
      body: { matched: true, duplicate: false },
    });
  });

  it('replaying an event with an unknown click is 202, and matches late', async () => {
    const sid = newSid();
    await scene.send(advertiser, { event_id: 'x', svc_click_id: sid, value: -1 });
    expect(await scene.replay(advertiser, (await entry()).id, { value: 2 })).toMatchObject({
      status: 202,
      body: { reason: 'unknown_svc_click_id' },
    });
    await scene.land(advertiser.pixelKey, sid);
    await app.settle();
    expect(await scene.receipt(advertiser, 'x')).toMatchObject({ late: true, counted: true });
  });

  it.each([
    ['the sent user', {}, 'spring'],
    ['the corrected user', { external_user_id: 'user-2' }, 'summer'],
    ['no user after a correction to none', { external_user_id: null }, null],
  ])('a replayed event belongs to %s', async (_, correction, campaign) => {
    await scene.attributeIdentity(advertiser, 'answer');
    for (const [number, of] of ['spring', 'summer'].entries()) {
      const svc_click_id = await advertiser.click(`svc_campaign=${of}`);
      await scene.send(advertiser, { svc_click_id, external_user_id: `user-${number + 1}` });
    }
    await app.settle();
    await scene.send(advertiser, { event_id: 'x', value: -1, external_user_id: 'user-1' });
    const answer = await scene.replay(advertiser, (await entry()).id, { value: 1, ...correction });
    expect(answer).toMatchObject(campaign === null ? { status: 202, body: { matched: false } } : { status: 200, body: { campaign } });
  });

  it('replaying a batch item keeps its problems until they are replaced', async () => {
    await scene.land(advertiser.pixelKey, newSid(), 'svc_campaign=spring&oppref=click-a');
    const item = { type: 'custom', timestamp_ms: 1_763_000_000, oppref: 'click-a', data: { amount: 'much' } };
    await scene.batch(advertiser, [{ ...item, id: 'x' }]);
    const { id } = await entry();
    const unchanged = await scene.replay(advertiser, id, { value: 3 });
    expect([unchanged.status, places(unchanged).sort()]).toEqual([
      422,
      ['body.event.custom_event_name', 'body.event.event_type', 'body.event.timestamp_ms'],
    ]);
    const corrected = { value: 3, event_type: 'order_created', occurred_at: '2026-11-21T11:00:00Z' };
    expect(await scene.replay(advertiser, id, corrected)).toMatchObject({
      status: 200,
      body: { matched: true, campaign: 'spring' },
    });
  });

  it('the owner alone can read a rejected event before its replay, without personal data', async () => {
    await scene.send(advertiser, {
      event_id: 'x',
      value: rawNumber('-12.34567890123456789'),
      external_user_id: 'user-1',
      properties: { note: 'mail ada@example.com' },
    });
    const { id } = await entry();
    const read = async (headers?: { authorization: string }) =>
      app.events.readSentEvent({
        params: { event_id: id },
        headers: headers ?? (await app.signIn(advertiser.id)),
      });
    const { status, body } = await read();
    expect([status, body]).toMatchObject([200, { fields: { event_type: 'order_created', event_id: 'x' }, has_external_user: true }]);
    expect(JSON.stringify(body)).not.toMatch(/user-1|ada@/);
    expect((await read((await newAdvertiser(app)).headers)).status).toBe(404);
    app.world.clock.now += 15 * dayMs;
    expect((await read()).status).toBe(404);
  });

  it('replaying a rejected event with validate_only predicts the result, and stores nothing', async () => {
    await scene.send(advertiser, { event_id: 'x', value: -1 });
    const { id } = await entry();
    expect(await scene.replay(advertiser, id, { value: 1, validate_only: true })).toMatchObject({
      status: 200,
      body: { validate_only: true, would_match: false, would_duplicate: false },
    });
    expect(await entry()).not.toHaveProperty('replayed_at');
    expect(await scene.replay(advertiser, id, { value: 1 })).toMatchObject({
      status: 202,
      body: { duplicate: false },
    });
  });
});

describe('an event that cannot be replayed', () => {
  const notReplayable = { status: 409, body: { code: 'not_replayable' } };

  it('an accepted event, a too large event, and an event of a revoked key cannot be replayed', async () => {
    await scene.send(advertiser, { event_id: 'a' });
    await app.settle();
    const [accepted] = (await scene.log(advertiser)).events;
    expect(await scene.replay(advertiser, accepted?.id ?? '')).toMatchObject(notReplayable);
    app.world.clock.now += 1;
    await scene.send(advertiser, { event_id: 'l', properties: { p: 'x'.repeat(8200) }, value: -1 });
    expect(await scene.replay(advertiser, (await entry()).id, { value: 1 })).toMatchObject(notReplayable);
    app.world.clock.now += 1;
    await scene.send(advertiser, { event_id: 'k', value: -1 });
    const params = { id: advertiser.secretKeyId };
    await app.keys.revokeKey({ params, headers: advertiser.headers });
    expect(await scene.replay(advertiser, (await entry()).id, { value: 1 })).toMatchObject(notReplayable);
  });

  it('a rejected event cannot be replayed after 14 days', async () => {
    await scene.send(advertiser, { event_id: 'x', value: -1 });
    const { id } = await entry();
    app.world.clock.now += 14 * dayMs - 1;
    expect((await scene.replay(advertiser, id)).status).toBe(422);
    app.world.clock.now += 1;
    expect(await scene.replay(advertiser, id, { value: 1 })).toMatchObject(notReplayable);
  });

  it("an unknown log ID, an invalid log ID, and another account's cannot be replayed", async () => {
    await scene.send(advertiser, { event_id: 'x', value: -1 });
    const { id } = await entry();
    const stranger = await newAdvertiser(app);
    expect((await scene.replay(stranger, id, { value: 1 })).status).toBe(404);
    const others = [id.replace('live', 'test'), `${id.slice(0, -1)}_`, id.replace('r_', 'a_'), 'order:1', 'live.99999999999999.r_'];
    for (const other of others) expect([other, (await scene.replay(advertiser, other)).status]).toEqual([other, 404]);
  });

  it('a replay refuses endlessly nested content', async () => {
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const body = `{"event_type":"a","event_id":"x","svc_click_id":"s","properties":{"a":${deep}}}`;
    const url = 'http://adtrail.local/api/v1/pixel/server-events';
    const request = new Request(url, { method: 'POST', headers: advertiser.key, body });
    expect((await app.send(request)).status).toBe(422);
    const rejected = await entry();
    expect(rejected).not.toHaveProperty('replayable_until');
    expect(await scene.replay(advertiser, rejected.id, { properties: {} })).toMatchObject(notReplayable);
  });
});
