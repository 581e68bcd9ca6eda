import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { sha256 } from '#shared/values/ids.ts';
import { newUser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { secretsJson } from '#test/kit/secrets-json.ts';
import { mailedCode, wrongCode } from '../mailed-code.ts';
import { attemptsLeft, codesLeft, rateLimitOf } from '../rate-limit-of.ts';

let world: World;
let app: TestApp;
let people = 0;
let email: string;
const SECRETS_JSON = secretsJson();
beforeAll(async () => {
  world = await newWorld();
  app = await startApp(world, { env: { SECRETS_JSON } });
});
beforeEach(() => {
  world.mails.length = 0;
  email = `person${++people}@operator.example`;
});

const later = (ms: number) => {
  world.clock.now += ms;
};
const ask = (of = email, by = app) => by.accounts.sendDeckCode({ body: { email: of } });
const verify = (code: string, of = email) => app.accounts.verifyDeckCode({ body: { email: of, code } });
async function codeFor(of = email) {
  const { status } = await ask(of);
  if (status !== 200) throw new Error(`salesdeck/send-verification: ${status}`);
  return mailedCode(app, of.toLowerCase());
}
const notAllowed = { status: 403, body: { code: 'domain_not_allowed' } };

describe('a code for the sales deck', () => {
  it("a code for the sales deck is mailed to an address in the operator's domain, in any spelling", async () => {
    expect(await ask(` ${email.toUpperCase()} `)).toMatchObject({ status: 200, body: { expires_in: 600 } });
    expect(world.mails).toHaveLength(1);
    const [mail] = world.mails;
    const code = mailedCode(app, email);
    expect(mail).toMatchObject({ to: email, subject: 'Your access to the sales deck' });
    expect(mail?.html).toContain(code);
    expect(mail?.text).not.toMatch(/unsubscribe/i);
  });

  it("a code for the sales deck is mailed where the operator's domain is configured in capitals", async () => {
    const capitals = await startApp(world, { env: { OPERATOR_DOMAIN: 'Operator.Example' } });
    expect((await ask(email, capitals)).status).toBe(200);
    expect(await ask('user+351912345678@operator.example', capitals)).toMatchObject(notAllowed);
  });

  it('a code for the sales deck is mailed to an address with an account', async () => {
    await newUser(app, { email });
    expect((await ask()).status).toBe(200);
    expect(world.mails).toHaveLength(1);
  });

  it.each([
    'sam@company.example',
    'sam@evil-operator.example',
    'sam@eviloperator.example',
    'sam@mail.operator.example',
    'sam@operator.example.evil',
    'sam@operator.example.evil.com',
    'sam@operator.exampl',
    'operator.example@company.example',
    'sam+operator.example@company.example',
    'user+351912345678@operator.example',
    'USER+351912345678@OPERATOR.EXAMPLE',
    'invalidate_sam@operator.example',
  ])('a code for the sales deck is refused for %s, and nothing is stored or sent', async (other) => {
    const before = app.calls.length;
    expect(await ask(other)).toMatchObject(notAllowed);
    expect(app.calls.slice(before)).toEqual([]);
    expect(world.mails).toEqual([]);
  });

  it.each(['', 'operator.example', '@operator.example', 'a@b@operator.example'])(
    'a code for the sales deck is 422 for %j, which is no address',
    async (other) => {
      expect(await ask(other)).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'email'] }] } });
    },
  );

  it('a code for the sales deck has headers with the next request and the remaining failures', async () => {
    expect(rateLimitOf(await ask())).toEqual(codesLeft(200, 60));
    const code = mailedCode(app, email);
    later(20_000);
    expect(rateLimitOf(await ask())).toEqual(codesLeft(429, 40));
    for (let left = 4; left > 0; left--) expect(rateLimitOf(await verify(wrongCode(code)))).toEqual(attemptsLeft(400, left, 580));
    expect(rateLimitOf(await verify(code))).toEqual(attemptsLeft(200, 1, 580));
    later(40_000);
    const next = await codeFor();
    for (let i = 0; i < 5; i++) await verify(wrongCode(next));
    expect(rateLimitOf(await verify(next))).toEqual(attemptsLeft(429, 0));
  });

  it('a code for the sales deck is sent once a minute, also for parallel requests, and stays valid', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(429)]);
    expect(world.mails).toHaveLength(1);
    later(59_000);
    const early = await ask();
    expect(early).toMatchObject({ status: 429, body: { code: 'code_sent_recently' } });
    expect(early.headers.get('retry-after')).toBe('1');
    expect((await verify(mailedCode(app, email))).status).toBe(200);
  });

  it('a code for the sales deck that could not be sent returns its minute', async () => {
    const broken = await startApp(world, { fault: { at: 3, mode: 'fails_before' }, env: { SECRETS_JSON } });
    expect(await ask(email, broken)).toMatchObject({ status: 502, body: { code: 'message_not_sent' } });
    expect(broken.calls[2]?.operation).toBe('SendEmail');
    expect((await ask()).status).toBe(200);
  });
});

describe('opening the sales deck', () => {
  it('opening the sales deck works once with the newest code', async () => {
    const code = await codeFor();
    expect(await verify(code, email.toUpperCase())).toMatchObject({
      status: 200,
      body: { granted: true, deck_token: expect.any(String), expires_in: 3600 },
    });
    expect(await verify(code)).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
    later(60_000);
    const newer = await codeFor();
    if (newer !== code) expect((await verify(code)).status).toBe(400);
    expect((await verify(newer)).status).toBe(200);
  });

  it('one of many parallel requests with the same code opens the sales deck', async () => {
    const code = await codeFor();
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { status } of answers) expect([200, 400, 429]).toContain(status);
  });

  it('opening the sales deck is closed after five wrong codes', async () => {
    const code = await codeFor();
    for (let tries = 0; tries < 5; tries++) expect((await verify(wrongCode(code))).status).toBe(400);
    expect(await verify(code)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
  });

  it('a code opens the sales deck for ten minutes', async () => {
    const code = await codeFor();
    later(600_000);
    expect(await verify(code)).toMatchObject({ status: 400, body: { code: 'code_expired' } });
  });

  it('opening the sales deck refuses codes of other purposes and addresses, and no other step accepts its code', async () => {
    await newUser(app, { email });
    const code = await codeFor();
    const other = `other${people}@operator.example`;
    await ask(other);
    if (mailedCode(app, other) !== code) expect((await verify(code, other)).status).toBe(400);
    expect((await app.accounts.verifyCode({ body: { email, code } })).status).toBe(400);
    expect((await app.accounts.verifyResetCode({ body: { email, code } })).status).toBe(400);
    world.mails.length = 0;
    await app.accounts.forgotPassword({ body: { email } });
    await app.work('reset_codes');
    const resetCode = mailedCode(app, email);
    if (resetCode !== code) expect((await verify(resetCode)).status).toBe(400);
    expect((await verify(code)).status).toBe(200);
  });

  it('opening the sales deck returns a token of the documented form, which works nowhere else', async () => {
    const user = await newUser(app, { email });
    const answer = await verify(await codeFor());
    if (answer.status !== 200) throw new Error();
    const { deck_token } = answer.body;
    const { now } = world.clock;
    const published = await app.accounts.readPublicKeys({});
    if (published.status !== 200) throw new Error();
    const keys = createLocalJWKSet(published.body as JSONWebKeySet);
    const verifiedAt = (at: number) =>
      jwtVerify(deck_token, keys, { issuer: 'adtrail', audience: 'adtrail:deck', currentDate: new Date(at) });
    const { payload, protectedHeader } = await verifiedAt(now);
    expect(payload).toMatchObject({ sub: sha256(email), exp: now / 1000 + 3600 });
    expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: published.body.keys[0]?.kid });
    await expect(verifiedAt(now + 3_600_000)).rejects.toThrow(/exp/);
    await expect(jwtVerify(user.headers.authorization.slice(7), keys)).rejects.toThrow();
    expect(Object.keys(published.body.keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
    expect(published.headers.get('cache-control')).toBe('public, max-age=3600');
    const headers = { authorization: `Bearer ${deck_token}` };
    expect((await app.accounts.readMe({ headers })).status).toBe(401);
    expect(
      await app.accounts.resetPassword({
        body: { email, code: '123456', reset_token: deck_token, new_password: 'correct horse battery' },
      }),
    ).toMatchObject({ status: 400, body: { code: 'invalid_reset_token' } });
  });
});
