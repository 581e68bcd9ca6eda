import { argon2Sync, randomBytes } from 'node:crypto';
import { login as loginEndpoint } from '#functions/api/accounts/endpoints.ts';
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';
import { mailedCode } from '../mailed-code.ts';
import { codeOf, wrongCodeOf } from './authenticator.ts';

const password = 'correct horse battery';
const passwordHash = hashPassword(password);
const step = 30_000;

let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});

type Headers = { authorization: string };
const person = async (given = {}) => newUser(app, { passwordHash: await passwordHash, ...given });
const login = (email: string, given = password) => app.accounts.login({ body: { email, password: given } });
async function enroll(headers: Headers) {
  const answer = await app.accounts.enrollMfa({ body: { password }, headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}
async function protectedPerson(given = {}) {
  const user = await person(given);
  const { secret, recovery_codes } = await enroll(user.headers);
  const code = codeOf(app, secret);
  const answer = await app.accounts.confirmMfa({ body: { code }, headers: user.headers });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  app.world.clock.now += step;
  return { ...user, secret, recoveryCodes: recovery_codes, code };
}
async function firstStep(email: string): Promise<string> {
  const answer = await login(email);
  expect(answer).toMatchObject({ status: 401, body: { code: 'mfa_required' } });
  return (answer.body as unknown as { mfa_token: string }).mfa_token;
}
const second = (mfa_token: string, code: string) => app.accounts.loginMfa({ body: { mfa_token, code } });

describe('a second factor', () => {
  it('a confirmed second factor is required at every sign-in', async () => {
    const { email, headers } = await person();
    const { secret, otpauth_url, recovery_codes } = await enroll(headers);
    expect(otpauth_url).toMatch(/^otpauth:\/\/totp\/adtrail:/);
    expect(new URL(otpauth_url).searchParams.get('secret')).toBe(secret);
    expect(new Set(recovery_codes).size).toBe(10);
    expect((await login(email)).status).toBe(200);
    expect(await app.accounts.readMe({ headers })).toMatchObject({ body: { mfa_enabled: false } });
    const body = { code: codeOf(app, secret) };
    expect(await app.accounts.confirmMfa({ body, headers })).toMatchObject({ status: 200 });
    expect(await app.accounts.readMe({ headers })).toMatchObject({
      status: 200,
      body: { mfa_enabled: true },
    });
    const token = await firstStep(email);
    app.world.clock.now += step;
    const answer = await second(token, codeOf(app, secret));
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    const mine = { authorization: `Bearer ${answer.body.access_token}` };
    expect(await app.accounts.listSessions({ headers: mine })).toMatchObject({ status: 200 });
    await app.settle();
    expect(app.world.mails).toMatchObject([{ to: email, subject: 'Two-step sign-in is enabled' }]);
  });

  it('a second factor is stored sealed, and recovery codes as hashes', async () => {
    const { secret, recoveryCodes } = await protectedPerson();
    const items = JSON.stringify(await allItems(app.world, 'accounts'));
    for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(items).not.toContain(text);
  });

  it('enabling a second factor requires the password and a verified account', async () => {
    const { headers } = await person();
    expect(await app.accounts.enrollMfa({ body: { password: 'wrong' }, headers })).toMatchObject({
      status: 403,
    });
    const squatter = await person({ emailVerified: false });
    expect(await app.accounts.enrollMfa({ body: { password }, headers: squatter.headers })).toMatchObject({
      status: 403,
      body: { code: 'verification_required' },
    });
  });

  it('only a right code of the newest enrollment confirms a second factor', async () => {
    const { email, headers } = await person();
    const nothing = await app.accounts.confirmMfa({ body: { code: '000000' }, headers });
    expect(nothing).toMatchObject({ status: 409, body: { code: 'mfa_not_enabled' } });
    const first = await enroll(headers);
    const newest = await enroll(headers);
    for (const code of [codeOf(app, first.secret), wrongCodeOf(app, newest.secret), newest.recovery_codes[0]])
      expect(await app.accounts.confirmMfa({ body: { code: code ?? '' }, headers })).toMatchObject({
        status: 400,
      });
    expect((await login(email)).status).toBe(200);
    const body = { code: codeOf(app, newest.secret) };
    expect((await app.accounts.confirmMfa({ body, headers })).status).toBe(200);
    expect((await app.accounts.confirmMfa({ body, headers })).status).toBe(409);
    expect((await app.accounts.enrollMfa({ body: { password }, headers })).status).toBe(409);
  });

  it('twins that confirm a second factor enable it once', async () => {
    const { email, headers } = await person();
    const { secret } = await enroll(headers);
    const body = { code: codeOf(app, secret) };
    const answers = await Promise.all(Array.from({ length: 4 }, () => app.accounts.confirmMfa({ body, headers })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    await app.settle();
    expect(app.world.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });
});

describe('signing in with a second factor', () => {
  it('a code of the second factor works once, and earlier codes do not', async () => {
    const { email, secret, code: confirmed } = await protectedPerson();
    const token = await firstStep(email);
    expect(await second(token, confirmed)).toMatchObject({ status: 400, body: { code: 'wrong_mfa_code' } });
    const code = codeOf(app, secret);
    expect((await second(token, code)).status).toBe(200);
    expect((await second(token, code)).status).toBe(400);
    expect((await second(await firstStep(email), code)).status).toBe(400);
    app.world.clock.now += step;
    expect((await second(token, codeOf(app, secret))).status).toBe(200);
  });

  it('codes of a clock that is half a minute off are accepted, no more', async () => {
    const { email, secret } = await protectedPerson();
    app.world.clock.now += 10 * step;
    const token = await firstStep(email);
    expect((await second(token, codeOf(app, secret, -2))).status).toBe(400);
    expect((await second(token, codeOf(app, secret, 2))).status).toBe(400);
    expect((await second(token, codeOf(app, secret, -1))).status).toBe(200);
    expect((await second(token, codeOf(app, secret, 1))).status).toBe(200);
    expect((await second(token, codeOf(app, secret))).status).toBe(400);
  });

  it('each recovery code works once, in any spelling', async () => {
    const { email, recoveryCodes } = await protectedPerson();
    const [first = '', second_ = ''] = recoveryCodes;
    const token = await firstStep(email);
    expect((await second(token, ` ${first.toUpperCase().replace('-', ' ')} `)).status).toBe(200);
    expect((await second(token, first)).status).toBe(400);
    expect((await second(token, second_)).status).toBe(200);
  });

  it('one of two sign-ins with the same code succeeds', async () => {
    const { email, secret, recoveryCodes } = await protectedPerson();
    const token = await firstStep(email);
    for (const code of [codeOf(app, secret), recoveryCodes[0] ?? '']) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => second(token, code)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    }
  });

  it('a right code that was used counts as no failure, so a double click is harmless', async () => {
    const { email, secret, recoveryCodes } = await protectedPerson();
    const token = await firstStep(email);
    for (const code of [codeOf(app, secret), recoveryCodes[0] ?? '']) {
      await Promise.all(Array.from({ length: 5 }, () => second(token, code)));
      for (let again = 0; again < 12; again++) {
        const answer = await second(token, code);
        expect(answer).toMatchObject({ status: 400, body: { code: 'wrong_mfa_code' } });
        expect(answer.headers.get('ratelimit')).toContain('"mfa";r=10;');
      }
    }
    expect((await second(token, wrongCodeOf(app, secret))).headers.get('ratelimit')).toContain('"mfa";r=9;');
    expect((await second(token, recoveryCodes[1] ?? '')).status).toBe(200);
  });

  it('after ten wrong codes from a network, the right code is refused too', async () => {
    const { email, secret } = await protectedPerson();
    const token = await firstStep(email);
    for (let left = 9; left >= 0; left--) {
      const answer = await second(token, wrongCodeOf(app, secret));
      expect(answer).toMatchObject({ status: 400, body: { code: 'wrong_mfa_code' } });
      expect(answer.headers.get('ratelimit')).toContain(`"mfa";r=${left};`);
    }
    const refused = await second(token, codeOf(app, secret));
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(refused.headers.get('retry-after')).not.toBeNull();
    app.world.clientAddress = '198.51.100.1';
    expect((await second(token, codeOf(app, secret))).status).toBe(200);
  });

  it('ten of 100 parallel wrong codes are compared', async () => {
    const { email, secret } = await protectedPerson();
    const token = await firstStep(email);
    const wrong = wrongCodeOf(app, secret);
    const answers = await Promise.all(Array.from({ length: 100 }, () => second(token, wrong)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(90);
  });

  it('the second step requires a fresh token of the first step, of this account, and from after a reset', async () => {
    const [ada, eve] = [await protectedPerson(), await protectedPerson()];
    const answered = await login((await person()).email);
    const access = answered.status === 200 ? answered.body.access_token : '';
    const invalid = { status: 401, body: { code: 'invalid_mfa_token' } };
    for (const token of ['', 'x.y.z', access]) expect(await second(token, codeOf(app, ada.secret))).toMatchObject(invalid);
    const ofEve = await firstStep(eve.email);
    expect((await second(ofEve, wrongCodeOf(app, eve.secret) && codeOf(app, ada.secret))).status).toBe(400);
    const headers = { authorization: `Bearer ${ofEve}` };
    expect((await app.accounts.readMe({ headers })).status).toBe(401);
    app.world.clock.now += 301_000;
    expect(await second(ofEve, codeOf(app, eve.secret))).toMatchObject(invalid);
    const again = await firstStep(eve.email);
    const { tokensValidAfter = 0 } = (await app.users.byId(eve.id)) ?? {};
    await app.users.change(eve.id, { tokensValidAfter: tokensValidAfter + 1 });
    expect(await second(again, codeOf(app, eve.secret))).toMatchObject(invalid);
  });

  it('the second factor is required after the identity provider too, whose identity is not bound without it', async () => {
    const email = 'ada@company.example';
    const { id, secret } = await protectedPerson({ email });
    for (let i = 0; i < 2; i++) {
      const id_token = await app.world.idp.idToken({ sub: 'ada', email });
      const answer = await app.accounts.signInWithIdp({ body: { id_token } });
      expect(answer).toMatchObject({ status: 401, body: { code: 'mfa_required' } });
      expect(JSON.stringify(answer.body)).not.toContain('access_token');
      expect(await app.accounts.signInWithIdp({ body: { id_token } })).toMatchObject({
        status: 401,
        body: { code: 'id_token_used' },
      });
      app.world.clock.now += step;
      const { mfa_token } = answer.body as unknown as { mfa_token: string };
      expect(await second(mfa_token, codeOf(app, secret))).toMatchObject({
        status: 200,
        body: { user: { id } },
      });
    }
    const id_token = await app.world.idp.idToken({ sub: 'ada', email });
    const body = { id_token, company: 'Northwind', company_website: 'northwind.example' };
    expect(await app.accounts.completeIdpSignUp({ body })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    });
    expect(await app.users.byId(id)).toMatchObject({ company: null, identity: null });
  });

  it("the second factor is required after a password reset and after an operator's new password", async () => {
    const { id, email, secret } = await protectedPerson();
    await app.accounts.forgotPassword({ body: { email } });
    await app.work('reset_codes');
    const code = mailedCode(app, email);
    const verified = await app.accounts.verifyResetCode({ body: { email, code } });
    if (verified.status !== 200) throw new Error(JSON.stringify(verified.body));
    const { reset_token } = verified.body;
    const body = { email, code, reset_token, new_password: 'another horse battery' };
    expect((await app.accounts.resetPassword({ body })).status).toBe(200);
    const answer = await login(email, 'another horse battery');
    expect(answer).toMatchObject({ status: 401, body: { code: 'mfa_required' } });
    const { mfa_token } = answer.body as unknown as { mfa_token: string };
    expect(await second(mfa_token, codeOf(app, secret))).toMatchObject({
      status: 200,
      body: { user: { id } },
    });
  });

  it('the second factor is required when a deleted account is restored, by password and by identity', async () => {
    const claims = { sub: 'ada', email: 'ada@company.example' };
    const linked = await person({ email: claims.email });
    const signIn = async () => ({ body: { id_token: await app.world.idp.idToken(claims) } });
    expect((await app.accounts.signInWithIdp(await signIn())).status).toBe(200);
    const { secret } = await enroll(linked.headers);
    await app.accounts.confirmMfa({ body: { code: codeOf(app, secret) }, headers: linked.headers });
    for (const proof of ['password', 'identity']) {
      app.world.clock.now += step;
      const code = codeOf(app, secret);
      const { mfa_token } = (await login(claims.email)).body as unknown as { mfa_token: string };
      const entered = await second(mfa_token, code);
      if (entered.status !== 200) throw new Error(JSON.stringify(entered.body));
      const headers = { authorization: `Bearer ${entered.body.access_token}` };
      app.world.clock.now += step;
      const body = { password, mfa_code: codeOf(app, secret) };
      expect((await app.accounts.deleteAccount({ body, headers })).status).toBe(202);
      app.world.clock.now += step;
      const restored = await app.accounts.restoreAccount(
        proof === 'password' ? { body: { email: claims.email, password } } : await signIn(),
      );
      expect(restored).toMatchObject({ status: 401, body: { code: 'mfa_required' } });
      expect(await app.users.byId(linked.id)).toMatchObject({ isActive: true });
      const token = (restored.body as unknown as { mfa_token: string }).mfa_token;
      expect((await second(token, codeOf(app, secret))).status).toBe(200);
    }
  });

  it('a sign-in with a second factor replaces an old hash of the password', async () => {
    const { id, email } = await protectedPerson();
    const nonce = randomBytes(16);
    const cost = { memory: 64, passes: 3, parallelism: 1 };
    const tag = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost });
    const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    await app.users.change(id, { passwordHash: `$argon2id$v=19$m=64,t=3,p=1$${text(nonce)}$${text(tag)}` });
    await firstStep(email);
    expect((await app.users.byId(id))?.passwordHash).toMatch(/m=19456,t=2,p=1/);
  });

  it('a sign-in in progress starts no session when a second factor is enabled meanwhile', async () => {
    const user = await person();
    const read = await app.users.byId(user.id);
    const { secret } = await enroll(user.headers);
    const body = { code: codeOf(app, secret) };
    expect((await app.accounts.confirmMfa({ body, headers: user.headers })).status).toBe(200);
    const deps = {
      now: () => app.world.clock.now,
      limits: {
        take: async () => ({ isAllowed: true, remaining: 9, resetSeconds: 900, use: 'u' }),
        giveBack: async () => ({ remaining: 10 }),
      },
      ipNetworkId: async () => 'network',
      users: { ...app.users, byEmail: async () => read },
      tokens: { issue: async () => ({ token: 't', expiresInSeconds: 1 }) },
    };
    const request = { body: { email: user.email, password }, header: () => undefined };
    const signIn = loginEndpoint.handle(request as never, deps as never);
    await expect(signIn).rejects.toMatchObject({ code: 'unavailable' });
    const stored = Object.keys((await app.users.byId(user.id)) ?? {});
    expect(stored.filter((name) => name.startsWith('session_'))).toEqual([]);
  });

  it('a wrong password gets the same answer with a second factor', async () => {
    const { email } = await protectedPerson();
    expect(await login(email, 'wrong')).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  });
});

describe('a lost second factor', () => {
  it('support removes a lost second factor, and the owner is notified', async () => {
    const { id, email } = await protectedPerson();
    const headers = { 'x-svc-dev-token': operatorToken };
    const body = { email, reason: 'Phone lost' };
    for (let i = 0; i < 2; i++)
      expect(await app.operators.removeMfa({ body, headers })).toMatchObject({
        status: 200,
        body: { user_id: id, mfa_enabled: false },
      });
    expect((await login(email)).status).toBe(200);
    await app.settle();
    const subjects = app.world.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
    expect(subjects.filter((subject) => /removed by our support team/.test(subject))).toHaveLength(1);
  });
});

describe('disabling a second factor', () => {
  const disable = (headers: Headers, code: string, given = password) =>
    app.accounts.disableMfa({ body: { password: given, code }, headers });

  it('disabling a second factor requires password and code, and the owner is notified', async () => {
    const { email, headers, secret } = await protectedPerson();
    expect(await disable(headers, codeOf(app, secret), 'wrong')).toMatchObject({ status: 403 });
    expect(await disable(headers, wrongCodeOf(app, secret))).toMatchObject({ status: 400 });
    expect((await login(email)).status).toBe(401);
    expect(await disable(headers, codeOf(app, secret))).toMatchObject({ status: 200 });
    expect((await login(email)).status).toBe(200);
    expect(await disable(headers, codeOf(app, secret))).toMatchObject({ status: 409 });
    await app.settle();
    expect(app.world.mails.map(({ to, subject }) => [to, subject])).toContainEqual([email, 'Two-step sign-in is disabled']);
  });

  it('a recovery code disables a second factor, and another factor can be enrolled then', async () => {
    const { headers, recoveryCodes } = await protectedPerson();
    expect((await disable(headers, recoveryCodes[0] ?? '')).status).toBe(200);
    expect((await enroll(headers)).secret).not.toBe('');
  });

  it('twins disable a second factor once', async () => {
    const { email, headers, secret } = await protectedPerson();
    const code = codeOf(app, secret);
    const answers = await Promise.all(Array.from({ length: 4 }, () => disable(headers, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    await app.settle();
    expect(app.world.mails.filter(({ to }) => to === email)).toHaveLength(2);
  });
});

describe('actions that only the owner may do', () => {
  const requests = (user: { headers: Headers }) => ({
    'change-email': (mfa_code?: string) =>
      app.accounts.changeEmail({
        body: { new_email: 'new@northwind.example', password, ...(mfa_code && { mfa_code }) },
        headers: user.headers,
      }),
    'change-phone': (mfa_code?: string) =>
      app.accounts.changePhone({
        body: { phone: '+351 912 345 678', code: '000000', password, ...(mfa_code && { mfa_code }) },
        headers: user.headers,
      }),
    'change-password': (mfa_code?: string) =>
      app.accounts.changePassword({
        body: {
          current_password: password,
          new_password: 'another correct horse',
          ...(mfa_code && { mfa_code }),
        },
        headers: user.headers,
      }),
    'delete-account': (mfa_code?: string) =>
      app.accounts.deleteAccount({
        body: { password, ...(mfa_code && { mfa_code }) },
        headers: user.headers,
      }),
  });
  const names = ['change-email', 'change-phone', 'change-password', 'delete-account'] as const;

  it.each(names)('%s requires a code, which works once', async (name) => {
    const user = await protectedPerson();
    const request = requests(user)[name];
    const before = await app.users.byId(user.id);
    expect(await request()).toMatchObject({
      status: 422,
      body: { detail: [{ type: 'missing', loc: ['body', 'mfa_code'] }] },
    });
    expect(await request(wrongCodeOf(app, user.secret))).toMatchObject({
      status: 400,
      body: { code: 'wrong_mfa_code' },
    });
    expect(await app.users.byId(user.id)).toEqual(before);
    const code = codeOf(app, user.secret);
    const proven = {
      'change-email': 200,
      'change-phone': 400,
      'change-password': 200,
      'delete-account': 202,
    };
    const answer = await request(code);
    expect(answer.status).toBe(proven[name]);
    if (name === 'change-phone') expect(answer.body).toMatchObject({ code: 'invalid_code' });
    if (name === 'change-email' || name === 'change-phone') {
      expect(await second(await firstStep(user.email), code)).toMatchObject({
        status: 400,
        body: { code: 'wrong_mfa_code' },
      });
      expect(await request(code)).toMatchObject({ status: 400, body: { code: 'wrong_mfa_code' } });
    }
  });

  it('one of two requests with the same code proves the owner', async () => {
    const user = await protectedPerson();
    const code = codeOf(app, user.secret);
    const request = requests(user)['delete-account'];
    const answers = await Promise.all(Array.from({ length: 4 }, () => request(code)));
    expect(answers.map(({ status }) => status).filter((status) => status === 202)).toHaveLength(1);
  });

  it('the owner of an account without a password is proven by a fresh sign-in and a code', async () => {
    const user = await protectedPerson();
    await app.users.change(user.id, { passwordHash: null });
    const { headers } = user;
    expect(await app.accounts.deleteAccount({ body: {}, headers })).toMatchObject({ status: 422 });
    const mfa_code = codeOf(app, user.secret);
    expect((await app.accounts.deleteAccount({ body: { mfa_code }, headers })).status).toBe(202);
  });
});
