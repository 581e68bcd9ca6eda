import { type Advertiser, sceneOf } from '#test/api/events/scene.ts';
import { crashTest } from '#test/crash/crash-test.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let scene: ReturnType<typeof sceneOf>;
let advertiser: Advertiser;
beforeAll(async () => {
  app = await startApp(await newWorld());
  scene = sceneOf(app);
});
beforeEach(async () => {
  advertiser = await newAdvertiser(app);
});

type Fields = Parameters<TestApp['keys']['sendWithKey']>[0]['body'];
const order = { event_type: 'order_created', event_id: 'order:1', svc_click_id: 's_nobody', value: 9.99 };
const send = (fields: object, { id = advertiser.secretKeyId, headers = advertiser.headers } = {}) =>
  app.keys.sendWithKey({ params: { id }, body: fields as Fields, headers });
const exposures = async () => {
  const answer = await app.keys.listKeys({ headers: advertiser.headers });
  if (answer.status !== 200) throw new Error('no list');
  return answer.body.keys.filter(({ exposed }) => exposed);
};

describe('sendWithKey', () => {
  it('sendWithKey answers like sendConversion, and repeats an event of the secret itself', async () => {
    const body = { ...order, svc_click_id: await advertiser.click() };
    const first = await send(body);
    expect(first).toMatchObject({
      status: 200,
      body: { accepted: true, matched: true, duplicate: false, campaign: 'spring', ad_id: 'ad_1' },
    });
    expect(first.headers.get('ratelimit')).toContain('"ingest"');
    expect(await scene.send(advertiser, body)).toMatchObject({
      status: 200,
      body: { ...first.body, duplicate: true },
    });
    await app.settle();
    expect(await scene.receipt(advertiser, 'order:1')).toMatchObject({
      key_id: advertiser.secretKeyId,
      counted: true,
    });
    expect(await scene.rows(advertiser)).toMatchObject([{ count: 1, value: '9.99' }]);
  });

  it('sendWithKey records a repeated event as a duplicate in the log', async () => {
    await send(order);
    expect(await send(order)).toMatchObject({ status: 200, body: { duplicate: true } });
    await app.settle();
    expect((await scene.log(advertiser)).events.map(({ outcome }) => outcome)).toEqual(['duplicate', 'unmatched']);
  });

  it('sendWithKey alerts of no exposed key when a browser calls it', async () => {
    await app.settle();
    app.world.mails.length = 0;
    const headers = { ...advertiser.headers, origin: 'http://localhost:5173' };
    expect(await send(order, { headers })).toMatchObject({ status: 202 });
    await app.settle();
    expect(await exposures()).toEqual([]);
    expect(app.world.mails).toEqual([]);
  });

  it('sendWithKey reports every problem of an invalid event, and stores nothing', async () => {
    const answer = await send({ event_type: 'Order', value: -1, occurred_at: '2999-01-01T00:00:00Z' });
    expect(answer.status).toBe(422);
    const { detail } = answer.body as { detail: { loc: string[] }[] };
    expect(detail.map(({ loc }) => loc.join('.'))).toEqual(
      expect.arrayContaining(['body.event_type', 'body.svc_click_id', 'body.event_id', 'body.value', 'body.occurred_at']),
    );
    expect((await scene.log(advertiser)).events).toEqual([]);
  });

  it('sendWithKey stores nothing with validate_only', async () => {
    expect(await send({ ...order, validate_only: true })).toMatchObject({
      status: 200,
      body: { validate_only: true, would_match: false },
    });
    expect((await scene.log(advertiser)).events).toEqual([]);
  });

  it("sendWithKey refuses a public, read-only, revoked, unknown or another account's key", async () => {
    const create = async (body: object) => {
      const answer = await app.keys.createKey({
        body: { name: 'Other', environment: 'live', ...body } as never,
        headers: advertiser.headers,
      });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body.id;
    };
    const revoked = await create({ kind: 'secret' });
    await app.keys.revokeKey({ params: { id: revoked }, headers: advertiser.headers });
    const stranger = await newAdvertiser(app);
    const ids = [await create({ kind: 'public' }), await create({ kind: 'read' }), revoked, 'k_nothing'];
    for (const id of [...ids, stranger.secretKeyId]) expect([id, (await send(order, { id })).status]).toEqual([id, 404]);
    const { headers } = await newUser(app);
    expect(await send(order, { headers })).toMatchObject({ status: 404 });
  });

  it("sendWithKey refuses a click of another pixel than the key's", async () => {
    const answer = await app.keys.createKey({
      body: { name: 'Scoped', kind: 'secret', environment: 'live', pixel_key: advertiser.pixelKey },
      headers: advertiser.headers,
    });
    if (answer.status !== 201) throw new Error('no key');
    const stranger = await newAdvertiser(app);
    const body = { ...order, svc_click_id: await stranger.click() };
    expect(await send(body, { id: answer.body.id })).toMatchObject({
      status: 403,
      body: { code: 'click_id_out_of_scope' },
    });
  });

  it('sendWithKey counts each event towards the limit of the key', async () => {
    const remaining = async (event_id: string) =>
      Number(/r=(\d+)/.exec((await send({ ...order, event_id })).headers.get('ratelimit') ?? '')?.[1]);
    const first = await remaining('order:1');
    expect(await remaining('order:2')).toBe(first - 1);
  });

  it('twenty equal parallel calls of sendWithKey are one event', async () => {
    const body = { ...order, svc_click_id: await advertiser.click() };
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)));
    const firsts = answers.filter(({ body }) => 'duplicate' in body && !body.duplicate);
    expect(firsts).toHaveLength(1);
    await app.settle();
    expect(await scene.rows(advertiser)).toMatchObject([{ count: 1, value: '9.99' }]);
  });

  it('sendWithKey stores an event once after a crash at any call and a retry', async () => {
    await crashTest({
      prepare: async (fresh) => {
        const owner = await newAdvertiser(fresh);
        return { owner, body: { ...order, svc_click_id: await owner.click() } };
      },
      operation: (fresh, { owner, body }) => fresh.keys.sendWithKey({ params: { id: owner.secretKeyId }, body, headers: owner.headers }),
      async check(fresh, { owner }, answer) {
        expect(answer).toMatchObject({ status: 200, body: { matched: true } });
        await fresh.settle();
        const report = await fresh.reports.reportConversions({ query: {}, headers: owner.headers });
        expect(report.body).toMatchObject({ rows: [{ count: 1, value: '9.99' }] });
      },
    });
  });
});

describe('a secret key in the documentation page', () => {
  it('a trial in the documentation page causes no alert of an exposed key, and a call from any other page does', async () => {
    const origin = 'https://shop.example';
    const tried = { ...advertiser.key, origin, 'x-adtrail-docs': 'try' };
    await scene.send(advertiser, order, tried);
    expect(await exposures()).toEqual([]);
    await scene.send(advertiser, order, { ...advertiser.key, origin });
    expect(await exposures()).toMatchObject([{ exposed: { origin } }]);
  });
});
