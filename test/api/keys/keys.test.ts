import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { itRefusesUnknownIds } from '#test/kit/unknown-ids.ts';

let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;

beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  user = await newUser(app);
});

type Body = Parameters<TestApp['keys']['createKey']>[0]['body'];
const create = (body: object, headers = user.headers) =>
  app.keys.createKey({
    body: { name: 'Shop', kind: 'secret', environment: 'live', ...body } as Body,
    headers,
  });
const list = async () => {
  const answer = await app.keys.listKeys({ headers: user.headers });
  if (answer.status !== 200) throw new Error('no list');
  return answer.body.keys;
};

describe('issuing a key', () => {
  it.each([
    ['secret', 'live', /^sk_live_[0-9A-Za-z]{49}$/],
    ['secret', 'test', /^sk_test_[0-9A-Za-z]{49}$/],
    ['public', 'live', /^pk_live_[0-9A-Za-z]{49}$/],
    ['public', 'test', /^pk_test_[0-9A-Za-z]{49}$/],
  ])('issuing a %s, %s key returns the key with its prefix and its end', async (kind, environment, form) => {
    const answer = await create({ kind, environment });
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    expect(answer.body.key).toMatch(form);
    expect(answer.body).toMatchObject({
      kind,
      environment,
      name: 'Shop',
      last4: answer.body.key.slice(-4),
      last_used_at: null,
      revoked_at: null,
      exposed: null,
    });
    expect(answer.body.pixel_key).toBe(kind === 'public' ? answer.body.key : null);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('issuing a key shows a secret key once: neither the list nor any item of the store holds it', async () => {
    const answer = await create({});
    if (answer.status !== 201) throw new Error();
    const secret = answer.body.key;
    expect(JSON.stringify(await list())).not.toContain(secret);
    const records = await app.world.streams.peek('outbox');
    expect(records.length).toBeGreaterThan(0);
    expect(JSON.stringify(records)).not.toContain(secret);
  });

  it("issuing a secret key notifies the account's owner by mail, without the key", async () => {
    await app.settle();
    app.world.mails.length = 0;
    const answer = await create({ name: 'Back <end>' });
    await create({ kind: 'public' });
    await app.settle();
    expect(app.world.mails).toHaveLength(1);
    const [mail] = app.world.mails;
    expect(mail).toMatchObject({ to: user.email, subject: 'A new Conversion API key was created' });
    expect(mail?.html).toContain('Back &lt;end&gt;');
    expect(answer.status === 201 && mail?.text.includes(answer.body.key)).toBe(false);
  });

  it('a secret key is scoped only to a public key of the same account and environment', async () => {
    const own = await newAdvertiser(app);
    const stranger = await newAdvertiser(app);
    const scope = (pixel_key: string, environment = 'live') => create({ pixel_key, environment }, own.headers);
    expect(await scope(own.pixelKey)).toMatchObject({ status: 201, body: { pixel_key: own.pixelKey } });
    const problem = { status: 422, body: { detail: [{ loc: ['body', 'pixel_key'] }] } };
    expect(await scope(stranger.pixelKey)).toMatchObject(problem);
    expect(await scope('pk_live_nothing')).toMatchObject(problem);
    expect(await scope(own.pixelKey, 'test')).toMatchObject(problem);
    const [publicKey] = (await app.keys.listKeys({ headers: own.headers }).then((a) => (a.status === 200 ? a.body.keys : []))).filter(
      ({ kind }) => kind === 'public',
    );
    await app.keys.revokeKey({ params: { id: publicKey?.id ?? '' }, headers: own.headers });
    expect(await scope(own.pixelKey)).toMatchObject(problem);
  });

  it('issuing a key reports every problem of a bad body, and stores nothing', async () => {
    const answer = await create({
      name: ' ',
      kind: 'both',
      environment: 'prod',
      allowed_origins: ['https://a.example/path', 'ftp://b'],
    });
    expect(answer.status).toBe(422);
    const places = (answer.body as { detail: { loc: unknown[] }[] }).detail.map(({ loc }) => loc.join('.'));
    const fields = ['name', 'kind', 'environment', 'allowed_origins.0', 'allowed_origins.1'];
    expect([...new Set(places)].sort()).toEqual(fields.map((field) => `body.${field}`).sort());
    expect(await create({ kind: 'public', pixel_key: 'pk_x' })).toMatchObject({ status: 422 });
    expect(await create({ allowed_origins: [] })).toMatchObject({ status: 422 });
    expect(await list()).toEqual([]);
  });
});

describe('the list of keys', () => {
  it("the list of keys has the account's own keys, newest first, with their last use", async () => {
    const first = await create({ name: 'First' });
    app.world.clock.now += 1000;
    await create({ name: 'Second' });
    await create({ name: "A stranger's" }, (await newUser(app)).headers);
    expect((await list()).map(({ name }) => name)).toEqual(['Second', 'First']);
    if (first.status !== 201) throw new Error();
    const headers = { authorization: `Bearer ${first.body.key}` };
    await app.conversions.sendConversion({
      body: { event_type: 'a', event_id: 'e', svc_click_id: 's_x' },
      headers,
    });
    await app.settle();
    const used = new Date(app.world.clock.now).toISOString();
    expect((await list()).map(({ last_used_at }) => last_used_at)).toEqual([null, used]);
  });
});

describe('revoking a key', () => {
  it('revoking a key returns its record with the end, also when it is repeated', async () => {
    const key = await create({});
    if (key.status !== 201) throw new Error();
    const revoke = () => app.keys.revokeKey({ params: { id: key.body.id }, headers: user.headers });
    const revoked_at = new Date(app.world.clock.now).toISOString();
    expect(await revoke()).toMatchObject({ status: 200, body: { id: key.body.id, revoked_at } });
    app.world.clock.now += 5000;
    expect(await revoke()).toMatchObject({ status: 200, body: { revoked_at } });
  });

  it("revoking another account's key is 404, and the key keeps working", async () => {
    const owner = await newAdvertiser(app);
    const answer = await app.keys.revokeKey({
      params: { id: owner.secretKeyId },
      headers: user.headers,
    });
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const sent = await app.conversions.sendConversion({
      body: { event_type: 'a', event_id: 'e', svc_click_id: 's_x' },
      headers: owner.key,
    });
    expect(sent.status).toBe(202);
  });

  it('50 parallel revocations of a key have one end and one mail', async () => {
    const key = await create({});
    if (key.status !== 201) throw new Error();
    await app.settle();
    app.world.mails.length = 0;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => app.keys.revokeKey({ params: { id: key.body.id }, headers: user.headers })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    await app.settle();
    expect(app.world.mails).toHaveLength(1);
  });

  it('revoking a public key ends new sessions, not the conversions of earlier sessions', async () => {
    const owner = await newAdvertiser(app);
    const sid = await owner.click();
    const keys = await app.keys.listKeys({ headers: owner.headers });
    const id = keys.status === 200 ? keys.body.keys.find(({ kind }) => kind === 'public')?.id : '';
    await app.keys.revokeKey({ params: { id: id ?? '' }, headers: owner.headers });
    app.world.clock.now += 60_000;
    const session = await app.pixel.createSession({
      body: { key: owner.pixelKey, url: 'https://shop.example/' },
    });
    expect(session.status).toBe(401);
    const body = { event_type: 'order_created', event_id: 'e', svc_click_id: sid };
    expect(await app.conversions.sendConversion({ body, headers: owner.key })).toMatchObject({
      status: 200,
      body: { matched: true },
    });
    expect(await app.events.readConversion({ params: { event_id: 'e' }, query: {}, headers: owner.headers })).toMatchObject({
      body: { counted: true },
    });
  });
});

itRefusesUnknownIds('keys', () => app);
