import { createKey, rotateKey } from '#functions/api/keys/endpoints.ts';
import { openApi } from '#shared/http/openapi.ts';
import { unrouted } from '#shared/http/unrouted.ts';
import { resolved } from '#test/http/resolved.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newUser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
beforeAll(async () => {
  app = await startApp(await newWorld());
});
beforeEach(async () => {
  owner = await newAdvertiser(app);
  await app.settle();
  app.world.mails.length = 0;
  app.calls.length = 0;
});

type Body = Parameters<TestApp['keys']['createKey']>[0]['body'];
const dayMs = 86_400_000;
const keyed = (key: string, { headers }: { headers: Record<string, string> } = owner) => ({
  ...headers,
  'Idempotency-Key': key,
});
const create = (key: string, body: object = {}, by: { headers: Record<string, string> } = owner, to = app) =>
  to.keys.createKey({
    body: { name: 'Shop', kind: 'secret', environment: 'live', ...body } as Body,
    headers: keyed(key, by),
  });
const rotate = (key: string, { grace_seconds = 3600, id = owner.secretKeyId, by = owner, to = app } = {}) =>
  to.keys.rotateKey({ params: { id }, body: { grace_seconds }, headers: keyed(key, by) });
const list = async ({ headers }: { headers: Record<string, string> } = owner) => {
  const answer = await app.keys.listKeys({ headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.keys;
};
const revoke = (id: string) => app.keys.revokeKey({ params: { id }, headers: owner.headers });
const bodyOf = <A extends { status: number; body: unknown }>(answer: A) => {
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body as Extract<A, { status: 200 | 201 }>['body'];
};
let events = 0;
const works = async (key: string) => {
  const body = { event_type: 'a', event_id: `e${++events}`, svc_click_id: 's_x' };
  const headers = { authorization: `Bearer ${key}` };
  return (await app.conversions.sendConversion({ body, headers })).status === 202;
};
const mails = async () => {
  await app.settle();
  return app.world.mails.length;
};
const operations = () => app.calls.map(({ operation }) => operation);
const reused = { status: 409, body: { code: 'idempotency_key_reused' } };
const superseded = { status: 409, body: { code: 'key_superseded' } };

describe('creating a key with an Idempotency-Key', () => {
  it('a repeat creates no key and returns the same answer with the working secret', async () => {
    const before = (await list()).length;
    const first = bodyOf(await create('order-1'));
    expect(first.key).toMatch(/^sk_live_[0-9A-Za-z]{49}$/);
    expect(await works(first.key)).toBe(true);
    await app.settle();
    app.world.clock.now += 5000;
    for (const to of [app, await app.restart()]) expect(await create('order-1', {}, owner, to)).toMatchObject({ status: 201, body: first });
    expect(await list()).toHaveLength(before + 1);
    expect(await mails()).toBe(1);
  });

  it('a public key can be created with an Idempotency-Key too', async () => {
    const body = { kind: 'public', allowed_origins: ['https://shop.example'] };
    const first = bodyOf(await create('pixel', body));
    expect(bodyOf(await create('pixel', body))).toEqual(first);
    expect(first.pixel_key).toBe(first.key);
  });

  it('creating a different key with the same Idempotency-Key is 409, and changes nothing', async () => {
    await create('k');
    const before = await list();
    for (const body of [{ name: 'Other' }, { environment: 'test' }, { kind: 'public' }, { pixel_key: owner.pixelKey }])
      expect(await create('k', body)).toMatchObject(reused);
    expect(await list()).toEqual(before);
  });

  it('an Idempotency-Key belongs to the account and the operation', async () => {
    const stranger = await newUser(app);
    const [mine, theirs] = [bodyOf(await create('same')), bodyOf(await create('same', {}, stranger))];
    expect(mine.id).not.toBe(theirs.id);
    expect(mine.key).not.toBe(theirs.key);
    expect(bodyOf(await rotate('same')).key).not.toBe(mine.key);
  });

  it.each([1, 2, 3])('parallel requests with an Idempotency-Key create one key, and all return it (%i)', async (round) => {
    const before = (await list()).length;
    const apps = [app, await app.restart()];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => create(`race-${round}`, {}, owner, apps[i % 2])));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
    expect(await list()).toHaveLength(before + 1);
    expect(await mails()).toBe(1);
  });

  it('an Idempotency-Key is stored for 48 hours, and then creates another key', async () => {
    const first = bodyOf(await create('later'));
    const headers = async () => ({ headers: await app.signIn(owner.id) });
    app.world.clock.now += 2 * dayMs - 1;
    expect(bodyOf(await create('later', {}, await headers()))).toEqual(first);
    app.world.clock.now += 1;
    const second = bodyOf(await create('later', {}, await headers()));
    expect([second.id === first.id, second.key === first.key]).toEqual([false, false]);
    expect([await works(first.key), await works(second.key)]).toEqual([true, true]);
  });

  it('a repeat is 409 once the key was revoked or rotated, and returns no invalid secret', async () => {
    const [one, two] = [bodyOf(await create('one')), bodyOf(await create('two'))];
    await revoke(one.id);
    expect(await create('one')).toMatchObject(superseded);
    await app.keys.rotateKey({ params: { id: two.id }, body: {}, headers: owner.headers });
    const answer = await create('two');
    expect(answer).toMatchObject(superseded);
    expect(JSON.stringify(answer.body)).not.toMatch(/sk_live_/);
    expect(JSON.stringify(answer.body)).toMatch(/rotated since/);
    expect(await create('two', { name: 'Other' })).toMatchObject(reused);
  });

  it('a repeat returns the first answer even if its public key was revoked meanwhile', async () => {
    const first = bodyOf(await create('scoped', { pixel_key: owner.pixelKey }));
    await revoke((await list()).find(({ kind }) => kind === 'public')?.id ?? '');
    app.world.clock.now += 60_000;
    expect(bodyOf(await create('scoped', { pixel_key: owner.pixelKey }))).toEqual(first);
  });

  it('a refused request leaves its Idempotency-Key free', async () => {
    expect((await create('fixed', { pixel_key: 'pk_live_nothing' })).status).toBe(422);
    expect((await create('fixed')).status).toBe(201);
  });

  it.each(['', ' ', 'é', 'x'.repeat(201), 'a\tb'])('an Idempotency-Key that is %j is 422', async (key) => {
    const sent = Buffer.from(key, 'utf8').toString('latin1');
    const place = { status: 422, body: { detail: [{ loc: ['header', 'Idempotency-Key'] }] } };
    expect(await create(sent)).toMatchObject(place);
    expect(await rotate(sent)).toMatchObject(place);
  });

  it("an invalid Idempotency-Key is reported with the request's other problems", async () => {
    const { status, body } = await create('x'.repeat(201), { name: '', kind: 'both' });
    const { detail } = body as unknown as { detail: { loc: string[] }[] };
    expect([status, detail.map(({ loc }) => loc.join('.')).sort()]).toEqual([422, ['body.kind', 'body.name', 'header.Idempotency-Key']]);
  });

  it('neither the secret nor the Idempotency-Key is stored', async () => {
    const created = bodyOf(await create('the-header-of-mine'));
    const rotated = bodyOf(await rotate('the-header-of-mine', { id: created.id }));
    const stored = JSON.stringify(await allItems(app.world));
    expect(stored).toContain(created.id);
    for (const text of [created.key, rotated.key, 'the-header-of-mine']) expect(stored).not.toContain(text);
  });

  it('creating a key with an Idempotency-Key costs one more read, and a repeat three reads and no write', async () => {
    const plain = () =>
      app.keys.createKey({
        body: { name: 'Shop', kind: 'secret', environment: 'live' },
        headers: owner.headers,
      });
    await plain();
    expect(operations()).toEqual(['GetItem', 'Query', 'TransactWriteItems']);
    app.calls.length = 0;
    await create('cost');
    expect(operations()).toEqual(['GetItem', 'GetItem', 'Query', 'TransactWriteItems']);
    app.calls.length = 0;
    await create('cost');
    expect(operations()).toEqual(['GetItem', 'GetItem', 'GetItem']);
  });
});

describe('rotating a key with an Idempotency-Key', () => {
  it('a repeated rotation with an Idempotency-Key rotates once and returns the same, during and after the grace', async () => {
    const first = bodyOf(await rotate('r1'));
    app.world.clock.now += 1000;
    for (const to of [app, await app.restart()]) expect(bodyOf(await rotate('r1', { to }))).toEqual(first);
    app.world.clock.now += 2 * 3_600_000;
    expect(bodyOf(await rotate('r1'))).toEqual(first);
    expect([await works(first.key), await works(owner.key.authorization.slice(7))]).toEqual([true, false]);
    expect((await list()).find(({ id }) => id === owner.secretKeyId)).toMatchObject({
      last4: first.last4,
      rotated_at: first.rotated_at,
    });
    expect(await mails()).toBe(1);
  });

  it('rotating with the same Idempotency-Key and another grace or key is 409', async () => {
    const other = await owner.issue({ name: 'Other', kind: 'secret', environment: 'live' });
    await rotate('r2');
    expect(await rotate('r2', { grace_seconds: 0 })).toMatchObject(reused);
    expect(await rotate('r2', { id: other.id })).toMatchObject(reused);
    expect(await works(other.key)).toBe(true);
  });

  it.each([1, 2, 3])('parallel rotations with an Idempotency-Key rotate once, and all return the same (%i)', async (round) => {
    const apps = [app, await app.restart()];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => rotate(`race-${round}`, { to: apps[i % 2] as TestApp })));
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
    const { key } = bodyOf(answers[0] as (typeof answers)[0]);
    expect([await works(key), await works(owner.key.authorization.slice(7))]).toEqual([true, true]);
    expect(await mails()).toBe(1);
  });

  it('a repeated rotation is 409 once the key was rotated again or revoked', async () => {
    const first = bodyOf(await rotate('r3'));
    const second = bodyOf(await rotate('r4'));
    expect(second.key).not.toBe(first.key);
    expect(await rotate('r3')).toMatchObject(superseded);
    expect(bodyOf(await rotate('r4'))).toEqual(second);
    await revoke(owner.secretKeyId);
    expect(await rotate('r4')).toMatchObject(superseded);
    expect(await rotate('r5')).toMatchObject({ status: 409, body: { code: 'not_rotatable' } });
  });

  it('rotating a key with an Idempotency-Key costs one more read, and a repeat three reads and no write', async () => {
    await rotate('cost');
    expect(operations()).toEqual(['GetItem', 'GetItem', 'GetItem', 'Query', 'TransactWriteItems']);
    app.calls.length = 0;
    await rotate('cost');
    expect(operations()).toEqual(['GetItem', 'GetItem', 'GetItem']);
  });
});

it('without the header, every request creates a separate key', async () => {
  const body = { name: 'Shop', kind: 'secret', environment: 'live' } as const;
  const answers = await Promise.all([1, 2].map(() => app.keys.createKey({ body, headers: owner.headers })));
  expect(new Set(answers.map((answer) => bodyOf(answer).id)).size).toBe(2);
});

describe('the documentation of the header', () => {
  const document = openApi({ attribution: { createKey, rotateKey } });

  it.each(['/api/v1/pixel/keys', '/api/v1/pixel/keys/{id}/rotate'])('the documentation of the header is on POST %s', (path) => {
    expect(resolved<{ paths: Record<string, { post: object }> }>(document).paths[path]?.post).toMatchObject({
      parameters: expect.arrayContaining([expect.objectContaining({ in: 'header', name: 'Idempotency-Key', required: false })]),
    });
  });

  it('the documentation of the header lets a browser of a front end send it', () => {
    const origin = 'https://app.example';
    const answer = unrouted(document, [origin])({
      method: 'OPTIONS',
      path: '/api/v1/pixel/keys',
      origin,
      requestedMethod: 'POST',
    });
    expect(answer.headers['access-control-allow-headers']).toContain('Idempotency-Key');
  });
});
