import { createPublicKey, createSecretKey, type JsonWebKey, randomUUID } from 'node:crypto';
import { generateKeyPair, SignJWT } from 'jose';
import { newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import type { IdentityProvider } from '#test/kit/identity-provider.ts';

let app: TestApp;
let idp: IdentityProvider;
beforeEach(async () => {
  app = await startApp(await newWorld());
  idp = app.world.idp;
});

const login = (id_token: string, nonce?: string | null, of = app) =>
  of.accounts.signInWithIdp({ body: { id_token, ...(nonce !== undefined && { nonce }) } });
const good = { status: 404, body: { code: 'account_not_found' } };
const bad = { status: 401, body: { code: 'invalid_id_token' } };
const down = { status: 503, body: { code: 'vendor_unavailable' } };
const email = 'grace@company.example';
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = () => Math.floor(app.world.clock.now / 1000);
const pass = (secondsMore: number) => {
  app.world.clock.now += secondsMore * 1000;
};

describe('an accepted ID token', () => {
  it.each(['RS256', 'ES256'])('an ID token signed with %s is accepted', async (alg) => {
    await idp.rotate(alg);
    expect(await login(await idp.idToken({ email }))).toMatchObject(good);
  });

  it.each<[string, () => object]>([
    ['of one of several issuers', () => ({ iss: 'second.example' })],
    ['with a list of audiences that are all ours', () => ({ aud: ['client-a', 'client-b'] })],
    ['up to a minute after its end', () => ({ exp: seconds() - 59 })],
    ['up to a minute before its beginning', () => ({ iat: seconds() + 59, nbf: seconds() + 59 })],
  ])('%s', async (_, claims) => {
    const env = { IDP_ISSUERS: 'https://idp.example, second.example', IDP_CLIENT_IDS: 'client-a,client-b' };
    const other = await startApp(app.world, { env });
    const token = await idp.idToken({ email, aud: 'client-b', ...claims() });
    expect(await login(token, undefined, other)).toMatchObject(good);
  });

  it('an ID token names the same user in either spelling of the issuer', async () => {
    const issuers = ['accounts.example', 'https://accounts.example'];
    const other = await startApp(app.world, { env: { IDP_ISSUERS: issuers.join(',') } });
    const sub = randomUUID();
    const [bare, whole] = await Promise.all(issuers.map((iss) => idp.idToken({ iss, sub, email })));
    const made = await other.accounts.signUpWithIdp({ body: { id_token: bare ?? '' } });
    expect(made.status).toBe(200);
    expect((await login(whole ?? '', undefined, other)).status).toBe(200);
  });

  it("an ID token with the caller's nonce is accepted", async () => {
    expect(await login(await idp.idToken({ email, nonce: 'n-1' }), 'n-1')).toMatchObject(good);
    expect(await login(await idp.idToken({ email }), null)).toMatchObject(good);
  });
});

describe('a refused ID token', () => {
  it.each<[string, () => object]>([
    ['of another issuer', () => ({ iss: 'https://evil.example' })],
    ['of an issuer that begins like ours', () => ({ iss: 'https://idp.example.evil.example' })],
    ['without an issuer', () => ({ iss: undefined })],
    ['for another audience', () => ({ aud: 'another-client' })],
    ['for another audience besides us', () => ({ aud: ['client-of-the-tests', 'another-client'] })],
    ['for nobody', () => ({ aud: [] })],
    ['without an audience', () => ({ aud: undefined })],
    ['more than a minute after its end', () => ({ exp: seconds() - 61 })],
    ['without an end', () => ({ exp: undefined })],
    ['with an end that is text', () => ({ exp: String(seconds() + 3600) })],
    ['before its beginning', () => ({ nbf: seconds() + 61 })],
    ['that was issued later', () => ({ iat: seconds() + 61 })],
    ['that was issued a day ago', () => ({ iat: seconds() - 86_500 })],
    ['without a time of issue', () => ({ iat: undefined })],
    ['without a subject', () => ({ sub: undefined })],
    ['with an empty subject', () => ({ sub: '' })],
    ['with a subject that is a number', () => ({ sub: 7 })],
  ])('%s', async (_, claims) => {
    const token = await idp.idToken({ email, ...claims() });
    expect(await login(token)).toMatchObject(bad);
    expect(await app.accounts.signUpWithIdp({ body: { id_token: token } })).toMatchObject(bad);
    const company = { company: 'Northwind', company_website: 'northwind.example' };
    expect(await app.accounts.completeIdpSignUp({ body: { id_token: token, ...company } })).toMatchObject(bad);
    expect(await app.users.byEmail(email)).toBeNull();
  });

  it('an ID token is refused when only one side has a nonce', async () => {
    expect(await login(await idp.idToken({ email, nonce: 'n-1' }))).toMatchObject(bad);
    expect(await login(await idp.idToken({ email, nonce: 'n-1' }), 'n-2')).toMatchObject(bad);
    expect(await login(await idp.idToken({ email }), 'n-1')).toMatchObject(bad);
    expect(await login(await idp.idToken({ email, nonce: 7 }), '7')).toMatchObject(bad);
  });

  it('every ID token is refused without a client ID, without reading the keys', async () => {
    const other = await startApp(app.world, { env: { IDP_CLIENT_IDS: '' } });
    for (const aud of ['', [], [''], 'client-of-the-tests'])
      expect(await login(await idp.idToken({ email, aud }), undefined, other)).toMatchObject(bad);
    expect(idp.asked).toBe(0);
  });

  it('an ID token with alg none, or signed with the public key as a secret, is refused', async () => {
    await idp.rotate('RS256', 'k1');
    const [, payload = ''] = (await idp.idToken({ email })).split('.');
    for (const alg of ['none', 'None', 'NONE', ''])
      for (const end of ['', 'AAAA']) expect(await login(`${base64url({ alg, kid: 'k1' })}.${payload}.${end}`)).toMatchObject(bad);
    const [jwk] = idp.published;
    const publicKey = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    for (const text of [
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'der' }),
      JSON.stringify(jwk),
    ]) {
      const secret = createSecretKey(Buffer.from(text));
      const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(secret);
      expect(await login(forged)).toMatchObject(bad);
    }
    expect(await login(await idp.idToken({ email }))).toMatchObject(good);
  });

  it('an ID token signed with a key of its own is refused, wherever its header names it', async () => {
    await idp.rotate('ES256', 'k1');
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const own = { privateKey, alg: 'ES256', kid: 'k1' };
    for (const header of [
      {},
      { kid: '../../../../dev/null' },
      { kid: 'https://evil.example/keys' },
      { kid: "k1' OR '1'='1" },
      { kid: undefined },
      { jwk: await crypto.subtle.exportKey('jwk', publicKey) },
      { jku: 'https://evil.example/keys' },
      { x5u: 'https://evil.example/keys' },
      { alg: 'RS256' },
    ]) {
      const token = await idp
        .idToken({ email }, header, own)
        .catch(async () => forgedHeader(await idp.idToken({ email }, {}, own), header));
      expect(await login(token)).toMatchObject(bad);
    }
  });

  it('an ID token of a third algorithm is refused even if its key is published', async () => {
    for (const alg of ['PS256', 'ES384', 'EdDSA', 'RS512']) {
      await idp.rotate(alg);
      expect(await login(await idp.idToken({ email }))).toMatchObject(bad);
    }
  });

  it('a changed ID token, and a text that is no token, are refused', async () => {
    const token = await idp.idToken({ email });
    const [head = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const other = base64url({ ...claims, email: 'other@company.example' });
    for (const broken of [
      `${head}.${other}.${signature}`,
      `${head}.${payload}.${'A'.repeat(signature.length)}`,
      `${head}.${payload}`,
      `${token}.${signature}`,
      `${head}..${signature}`,
      `${forgedHeader(token, { crit: ['exp'], exp: 1 })}`,
      `${forgedHeader(token, { b64: false, crit: ['b64'] })}`,
      'x',
      '..',
      'null',
      base64url({}),
      '\u0000',
      'é'.repeat(100),
    ])
      expect(await login(broken)).toMatchObject(bad);
    expect(await login('')).toMatchObject({ status: 422 });
    expect(await login('x'.repeat(16_385))).toMatchObject({ status: 422 });
  });
});

const forgedHeader = (token: string, header: object) => {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const before = JSON.parse(Buffer.from(head, 'base64url').toString());
  return `${base64url({ ...before, ...header })}.${payload}.${signature}`;
};

describe('the keys of the provider', () => {
  it('the keys of the provider are read once in ten minutes', async () => {
    for (let times = 1; times <= 5; times++) expect(await login(await idp.idToken({ email }))).toMatchObject(good);
    pass(599);
    expect(await login(await idp.idToken({ email }))).toMatchObject(good);
    expect(idp.asked).toBe(1);
    pass(1);
    await login(await idp.idToken({ email }));
    expect(idp.asked).toBe(2);
  });

  it('parallel requests read the keys of the provider once', async () => {
    const tokens = await Promise.all(Array.from({ length: 50 }, () => idp.idToken({ email })));
    for (const answer of await Promise.all(tokens.map((token) => login(token)))) expect(answer).toMatchObject(good);
    expect(idp.asked).toBe(1);
  });

  it('an unknown key causes another read of the keys, at most once in thirty seconds', async () => {
    const before = await idp.idToken({ email });
    expect(await login(before)).toMatchObject(good);
    pass(30);
    await idp.rotate();
    expect(await login(await idp.idToken({ email }))).toMatchObject(good);
    expect(await login(before)).toMatchObject(good);
    expect(idp.asked).toBe(2);

    await idp.rotate();
    pass(29);
    expect(await login(await idp.idToken({ email }))).toMatchObject(bad);
    expect(idp.asked).toBe(2);
    pass(1);
    expect(await login(await idp.idToken({ email }))).toMatchObject(good);
    expect(idp.asked).toBe(3);
  });

  it('forged tokens cause at most one read of the keys in thirty seconds', async () => {
    await login(await idp.idToken({ email }));
    const { privateKey } = await generateKeyPair('ES256');
    for (let second = 0; second < 60; second++) {
      const forged = await idp.idToken({ email }, {}, { privateKey, alg: 'ES256', kid: randomUUID() });
      expect(await login(forged)).toMatchObject(bad);
      pass(1);
    }
    expect(idp.asked).toBe(2);
  });

  it('withdrawn keys stop working within ten minutes', async () => {
    const token = await idp.idToken({ email });
    expect(await login(token)).toMatchObject(good);
    idp.published.length = 0;
    await idp.rotate();
    pass(600);
    expect(await login(token)).toMatchObject(bad);
  });

  it('unavailable keys are 503 with Retry-After, and the next caller succeeds', async () => {
    idp.isDown = true;
    const token = await idp.idToken({ email });
    const answer = await login(token);
    expect(answer).toMatchObject(down);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    idp.isDown = false;
    expect(await login(token)).toMatchObject(good);
  });

  it('an unknown key is 503 while the keys are unavailable', async () => {
    expect(await login(await idp.idToken({ email }))).toMatchObject(good);
    pass(30);
    await idp.rotate();
    idp.isDown = true;
    expect(await login(await idp.idToken({ email }))).toMatchObject(down);
    expect(await login(await idp.idToken({ email }))).toMatchObject(down);
    expect(idp.asked).toBe(2);
    idp.isDown = false;
    pass(30);
    expect(await login(await idp.idToken({ email }))).toMatchObject(good);
  });

  it('cached keys keep working through the first hour of an outage', async () => {
    const key = await idp.rotate();
    const token = () => idp.idToken({ email }, {}, key);
    expect(await login(await token())).toMatchObject(good);
    idp.isDown = true;
    for (const second of [600, 610, 3599]) {
      app.world.clock.now = Date.parse('2026-11-21T12:00:00Z') + second * 1000;
      expect(await login(await token())).toMatchObject(good);
    }
    expect(idp.asked).toBe(3);
    pass(1);
    expect(await login(await token())).toMatchObject(down);
    idp.isDown = false;
    expect(await login(await token())).toMatchObject(good);
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['no JSON', () => new Response('<html>')],
    ['no key set', () => Response.json({ keys: 'none' })],
    ['a key that is none', () => Response.json({ keys: [7] })],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://evil.example/' } })],
    ['nothing', () => Promise.reject(new TypeError('fetch failed'))],
  ])('answered as %s are 503', async (_, answer) => {
    idp.fetch = async () => answer();
    expect(await login(await idp.idToken({ email }))).toMatchObject(down);
  });
});
