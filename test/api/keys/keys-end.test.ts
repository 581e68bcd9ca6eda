import { keyOf } from '#shared/api-keys/items.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

const operator = { 'x-svc-dev-token': operatorToken };
const password = 'correct horse battery staple';
let app: TestApp;
beforeAll(async () => {
  app = await startApp(await newWorld());
});

type Headers = { authorization: string };
const body = (kind: 'public' | 'secret', environment: 'live' | 'test') => ({
  name: 'Shop',
  kind,
  environment,
});
const create = (headers: Headers, kind: 'public' | 'secret', environment: 'live' | 'test') =>
  app.keys.createKey({ body: body(kind, environment), headers });
async function issued(headers: Headers, kind: 'public' | 'secret', environment: 'live' | 'test' = 'test') {
  const answer = await create(headers, kind, environment);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}
let events = 0;
const send = (key: string) =>
  app.conversions.sendConversion({
    body: { event_type: 'a', event_id: `e${++events}`, svc_click_id: 's_nobody' },
    headers: { authorization: `Bearer ${key}` },
  });
const land = (key: string) => app.pixel.createSession({ body: { key, url: 'https://shop.example/' } });
async function later() {
  await app.settle();
  app.world.clock.now += 61_000;
}
const invalidate = (user_id: number) => app.operators.invalidateAccount({ body: { user_id }, headers: operator });
const revoke = (given: Parameters<TestApp['operators']['revokeKeys']>[0]['body']) =>
  app.operators.revokeKeys({ body: given, headers: operator });
const keysOf = (id: number) => app.viewDeps().keys.list(id);
async function countOf(id: number) {
  const { pk, sk } = keyOf.keyCount(id);
  return (await allItems(app.world)).find((item) => item.pk === pk && item.sk === sk)?.active;
}
async function registered(email = `eve${++events}@company.example`) {
  const answer = await app.accounts.register({ body: { email, password } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return {
    email,
    id: answer.body.user.id,
    headers: { authorization: `Bearer ${answer.body.access_token}` },
  };
}

describe('an invalidated account', () => {
  it('every key of an invalidated account is suspended within the time keys are cached', async () => {
    const owner = await newAdvertiser(app);
    const rotated = await app.keys.rotateKey({
      params: { id: owner.secretKeyId },
      body: { grace_seconds: 600 },
      headers: owner.headers,
    });
    if (rotated.status !== 200) throw new Error(JSON.stringify(rotated.body));
    const secrets = [rotated.body.key, owner.key.authorization.slice(7)];
    expect(await Promise.all(secrets.map(async (key) => (await send(key)).status))).toEqual([202, 202]);
    expect((await land(owner.pixelKey)).status).toBe(201);
    await invalidate(owner.id);
    await later();
    expect(await Promise.all(secrets.map(async (key) => (await send(key)).status))).toEqual([401, 401]);
    expect((await land(owner.pixelKey)).status).toBe(401);
    expect(await countOf(owner.id)).toBe(2);
    expect((await create(owner.headers, 'secret', 'test')).status).toBe(401);
  });

  it('the keys of another account are not affected by an invalidation', async () => {
    const [owner, other] = [await newAdvertiser(app), await newAdvertiser(app)];
    await invalidate(owner.id);
    await later();
    expect((await send(other.key.authorization.slice(7))).status).toBe(202);
  });

  it('an invalidated account issues no key to a request that was authenticated before', async () => {
    const owner = await newAdvertiser(app);
    const user = await app.users.byId(owner.id);
    const { keys } = app.viewDeps();
    await invalidate(owner.id);
    await later();
    const late = { ...exampleKey(owner.id), sessionEpoch: user?.tokensValidAfter ?? 0 };
    expect(await keys.issue(late, null, [])).toEqual({ outcome: 'session_ended' });
    expect((await keysOf(owner.id)).filter(({ suspendedAt }) => !suspendedAt)).toEqual([]);
    expect(await countOf(owner.id)).toBe(2);
  });

  it('parallel key requests leave an invalidated account without a working key', async () => {
    const owner = await newAdvertiser(app);
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 10 }, () => create(owner.headers, 'secret', 'live'))),
      invalidate(owner.id).then(() => app.settle()),
    ]);
    await later();
    for (const answer of answers)
      if (answer.status === 201) expect((await send(answer.body.key)).status).toBe(401);
      else expect(answer.status).toBe(401);
    expect((await keysOf(owner.id)).filter(({ suspendedAt }) => !suspendedAt)).toEqual([]);
  });

  it('an invalidated account whose keys were never counted has them suspended too', async () => {
    const { id } = await newUser(app);
    const { keys } = app.viewDeps();
    await keys.suspend(id, true);
    await keys.suspend(id, true);
    expect(await keys.issue(exampleKey(id), null, [])).toEqual({ outcome: 'session_ended' });
    await keys.suspend(id, false);
    expect(await keys.issue(exampleKey(id), null, [])).toEqual({ outcome: 'issued' });
  });

  it('a recovered account whose keys were never counted loses them, and a repeated effect changes nothing', async () => {
    const { id } = await newUser(app);
    const { keys } = app.viewDeps();
    await keys.revokeBefore(id, 5);
    await keys.revokeBefore(id, 5);
    await keys.revokeBefore(id, 3);
    const key = { ...exampleKey(id), sessionEpoch: 4 };
    expect(await keys.issue(key, null, [])).toEqual({ outcome: 'session_ended' });
    expect(await keys.issue({ ...key, sessionEpoch: 5 }, null, [])).toEqual({ outcome: 'issued' });
  });
});

const exampleKey = (accountId: number) => ({
  id: `key_${accountId}`,
  accountId,
  kind: 'secret' as const,
  environment: 'test' as const,
  name: 'Old',
  prefix: 'sk_test_',
  last4: 'abcd',
  sha256: `sha${accountId}`,
  pixelKey: null,
  createdAt: new Date(app.world.clock.now).toISOString(),
});

describe('a recovered unverified account', () => {
  const reset = async (email: string) => {
    app.world.clock.now += 61_000;
    await app.accounts.forgotPassword({ body: { email } });
    await app.work('reset_codes');
    const code = /\b\d{6}\b/.exec(app.world.mails.findLast(({ to }) => to === email)?.text ?? '')?.[0] ?? '';
    const verified = await app.accounts.verifyResetCode({ body: { email, code } });
    if (verified.status !== 200) throw new Error(JSON.stringify(verified.body));
    const { reset_token } = verified.body;
    app.world.clock.now += 1000;
    return await app.accounts.resetPassword({
      body: { email, code, reset_token, new_password: 'some other words' },
    });
  };
  const identify = async (email: string) =>
    await app.accounts.signInWithIdp({
      body: { id_token: await app.world.idp.idToken({ sub: email, email }) },
    });

  it.each([
    ['a reset', reset],
    ['an identity', identify],
  ] as const)('a recovery by %s revokes earlier keys, keeps later keys, and notifies the owner', async (_, recover) => {
    const { email, id, headers } = await registered();
    const before = [await issued(headers, 'secret'), await issued(headers, 'public', 'live')];
    await app.settle();
    app.world.mails.length = 0;
    app.world.clock.now += 1000;
    expect((await recover(email)).status).toBe(200);
    const own = await app.signIn(id);
    const user = await app.users.byId(id);
    const { token } = await app.viewDeps().tokens.issue('access', id, {
      signedInAt: Math.max(app.world.clock.now, user?.tokensValidAfter ?? 0),
      validAfter: user?.tokensValidAfter ?? 0,
    });
    expect(own.authorization).toBeDefined();
    const after = await issued({ authorization: `Bearer ${token}` }, 'secret', 'live');
    await later();
    expect((await send(before[0]?.key ?? '')).status).toBe(401);
    expect((await land(before[1]?.key ?? '')).status).toBe(401);
    expect((await send(after.key)).status).toBe(202);
    const mail = app.world.mails.find(({ text }) => /API key sk_test_/.test(text));
    expect(mail).toMatchObject({ to: email, kind: 'transactional' });
  });

  it.each([
    ['a reset', reset],
    ['an identity', identify],
  ] as const)('a recovery by %s after the e-mail was verified keeps the keys', async (_, recover) => {
    const owner = await newAdvertiser(app);
    app.world.clock.now += 1000;
    expect((await recover(owner.email)).status).toBe(200);
    await later();
    expect((await send(owner.key.authorization.slice(7))).status).toBe(202);
    expect(app.world.mails.filter(({ to }) => to === owner.email).join()).not.toMatch(/API key sk_/);
  });
});

describe('a live secret key', () => {
  it('live secret keys are issued to verified accounts only, and other keys to all accounts', async () => {
    const { headers } = await registered();
    const refused = { status: 403, body: { code: 'verification_required' } };
    expect(await create(headers, 'secret', 'live')).toMatchObject(refused);
    for (const [kind, environment] of [
      ['secret', 'test'],
      ['public', 'live'],
      ['public', 'test'],
    ] as const)
      expect((await create(headers, kind, environment)).status).toBe(201);
  });

  it.each([
    ['an e-mail', { emailVerified: true }],
    ['a phone', { phone: '+351912345678' }],
    ['an identity', { identity: { issuer: 'https://idp.example', subject: 'one' } }],
  ])('a live secret key is issued once %s is verified', async (_, given) => {
    const { headers } = await newUser(app, { emailVerified: false, ...given });
    expect((await create(headers, 'secret', 'live')).status).toBe(201);
  });
});

describe('revocation by an operator', () => {
  const auditOf = async (user_id: number) => {
    const query = { user_id, action: 'revoke_keys' };
    const { body: page } = await app.operators.listAudit({ query, headers: operator });
    if (!('entries' in page)) throw new Error(JSON.stringify(page));
    return page.entries;
  };

  it.each(['user_id', 'email'] as const)('an operator revokes all keys of an account by %s, audited, with one mail', async (by) => {
    const owner = await newAdvertiser(app);
    await app.settle();
    app.world.mails.length = 0;
    const named = by === 'email' ? { email: owner.email } : { user_id: owner.id };
    const reason = 'Found in a repository of ada@company.example';
    const answer = await revoke({ ...named, reason });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    expect(answer.body.user_id).toBe(owner.id);
    expect(answer.body.keys.map(({ kind }) => kind).sort()).toEqual(['public', 'secret']);
    await later();
    expect((await send(owner.key.authorization.slice(7))).status).toBe(401);
    expect((await land(owner.pixelKey)).status).toBe(401);
    expect(await countOf(owner.id)).toBe(0);
    const [entry, ...others] = await auditOf(owner.id);
    expect(others).toEqual([]);
    expect(entry?.details.key_ids).toHaveLength(2);
    expect(JSON.stringify(entry)).not.toContain('ada@company.example');
    expect(app.world.mails).toEqual([
      expect.objectContaining({
        to: owner.email,
        subject: 'API keys of your account were revoked by our support team',
      }),
    ]);
    expect(app.world.mails[0]?.text).toContain('our support team revoked 2 API keys of');
    expect(app.world.mails[0]?.text).not.toContain('repository');
    expect((await create(owner.headers, 'secret', 'live')).status).toBe(201);
  });

  it('an operator revokes one key by its ID, also of an ended account, and a repeat changes nothing', async () => {
    const owner = await newAdvertiser(app);
    const answer = await revoke({ key_id: owner.secretKeyId, reason: 'Leaked' });
    expect(answer).toMatchObject({
      status: 200,
      body: { user_id: owner.id, keys: [{ id: owner.secretKeyId, kind: 'secret', environment: 'live' }] },
    });
    expect(await revoke({ key_id: owner.secretKeyId, reason: 'Leaked' })).toMatchObject({
      body: { keys: [] },
    });
    await later();
    expect((await send(owner.key.authorization.slice(7))).status).toBe(401);
    expect((await land(owner.pixelKey)).status).toBe(201);
    await app.users.change(owner.id, { isActive: false });
    expect((await revoke({ user_id: owner.id, reason: 'Ended' })).body).toMatchObject({
      keys: [{ kind: 'public' }],
    });
  });

  it('twenty parallel revocations end and count every key once', async () => {
    const owner = await newAdvertiser(app);
    const answers = await Promise.all(Array.from({ length: 20 }, () => revoke({ user_id: owner.id, reason: 'Leaked' })));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(await countOf(owner.id)).toBe(0);
    expect((await auditOf(owner.id)).length).toBe(20);
  });

  it("an operator cannot revoke an unknown key, another user's key, or a key named twice", async () => {
    const [owner, other] = [await newAdvertiser(app), await newUser(app)];
    const reason = 'Leaked';
    expect((await revoke({ key_id: 'key_nothing', reason })).status).toBe(404);
    expect((await revoke({ user_id: 2 ** 50, reason })).status).toBe(404);
    expect((await revoke({ user_id: other.id, key_id: owner.secretKeyId, reason })).status).toBe(404);
    expect((await revoke({ reason })).status).toBe(422);
    expect((await revoke({ user_id: owner.id, email: owner.email, reason })).status).toBe(422);
    expect((await app.operators.revokeKeys({ body: { user_id: owner.id } as never, headers: operator })).status).toBe(422);
    expect((await send(owner.key.authorization.slice(7))).status).toBe(202);
  });
});
