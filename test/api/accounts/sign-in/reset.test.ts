import { allItems } from '#test/kit/all-items.ts';
import { newUser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { mailedCode, wrongCode } from '../mailed-code.ts';
import { attemptsLeft, rateLimitOf } from '../rate-limit-of.ts';

let world: World;
let app: TestApp;
let user: Awaited<ReturnType<typeof newUser>>;
beforeAll(async () => {
  world = await newWorld();
  app = await startApp(world);
});
beforeEach(async () => {
  world.mails.length = 0;
  world.texts.length = 0;
  world.messages.length = 0;
  user = await newUser(app, { emailVerified: false });
  later(1);
});

const later = (ms: number) => {
  world.clock.now += ms;
};
const password = 'correct horse battery staple';
const forgot = (email = user.email, of = app) => of.accounts.forgotPassword({ body: { email } });
const verify = (code: string, email = user.email) => app.accounts.verifyResetCode({ body: { email, code } });
type Body = Parameters<TestApp['accounts']['resetPassword']>[0]['body'];
const reset = (body: Partial<Body> & Pick<Body, 'code' | 'reset_token'>) =>
  app.accounts.resetPassword({ body: { email: user.email, new_password: password, ...body } });
const login = (given = password, email = user.email) => app.accounts.login({ body: { email, password: given } });
async function codeFor(email = user.email) {
  await forgot(email);
  await app.work('reset_codes');
  return mailedCode(app, email);
}
async function tokenFor(code: string, email = user.email) {
  const answer = await verify(code, email);
  if (answer.status !== 200) throw new Error(`verify-reset-code: ${JSON.stringify(answer.body)}`);
  return answer.body.reset_token;
}
async function ready() {
  const code = await codeFor();
  return { code, reset_token: await tokenFor(code) };
}
const mailsTo = (email: string) => world.mails.filter(({ to }) => to === email);

describe('requesting a reset code', () => {
  it('requesting a reset code has the same answer, calls and headers for every address', async () => {
    const inactive = await newUser(app, { isActive: false });
    const limited = await newUser(app);
    await codeFor(limited.email);
    const spent = await newUser(app);
    for (let codes = 0; codes < 10; codes++) {
      const wrong = wrongCode(await codeFor(spent.email));
      for (let tries = 0; tries < 5; tries++) await verify(wrong, spent.email);
      later(60_000);
    }
    await codeFor(limited.email);
    const addresses = {
      known: user.email,
      unknown: 'nobody@company.example',
      inactive: inactive.email,
      'without a mailbox': 'user+351912345678@operator.example',
      invalidated: 'invalidate_a@company.example',
      'rate limited': limited.email,
      'of a spent budget': spent.email,
    };
    const seen = [];
    for (const [name, email] of Object.entries(addresses)) {
      const before = app.calls.length;
      const { status, body, headers } = await forgot(email);
      const names = [...headers.entries()].map(([header, value]) => (header === 'x-request-id' ? header : `${header}: ${value}`));
      seen.push({ name, answer: { status, body, names, calls: app.calls.slice(before) } });
    }
    expect(seen[0]?.answer).toMatchObject({
      status: 200,
      calls: [{ by: 'auth', operation: 'SendMessage' }],
    });
    for (const { name, answer } of seen) expect({ name, answer }).toEqual({ name, answer: seen[0]?.answer });
  });

  it.each(['', 'nobody', 'a@b', 'a b@company.example'])('requesting a reset code refuses %j, which is no address', async (email) => {
    expect(await forgot(email)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'email'] }] },
    });
    expect(world.messages).toEqual([]);
  });

  it('requesting a reset code queues the address without a code, and only the mail contains the code', async () => {
    await forgot(` ${user.email.toUpperCase()} `);
    expect(world.messages).toEqual([
      {
        queue: 'reset_codes',
        message: {
          email: user.email,
          request_id: expect.any(String),
          network: expect.stringMatching(/^[0-9a-f]{20}$/),
        },
        delaySeconds: 0,
      },
    ]);
    const sent = JSON.stringify(world.messages);
    await app.work('reset_codes');
    const [mail] = mailsTo(user.email);
    const code = mailedCode(app, user.email);
    expect(mail?.subject).toBe('Reset your password');
    expect(mail?.subject).not.toContain(code);
    expect(mail?.html).toContain(code);
    expect(sent).not.toContain(code);
    const reset_token = await tokenFor(code);
    await reset({ code, reset_token });
    const stored = JSON.stringify(await allItems(world, 'accounts'));
    for (const secret of [`"${code}"`, reset_token, password]) expect(stored).not.toContain(secret);
  });

  it('requesting a reset code sends no mail without an active account', async () => {
    const inactive = await newUser(app, { isActive: false });
    for (const email of ['nobody2@company.example', inactive.email]) await forgot(email);
    await app.work('reset_codes');
    expect(world.mails).toEqual([]);
  });

  it('two requests within a minute send one mail, whose code stays valid', async () => {
    await Promise.all([forgot(), forgot()]);
    await app.work('reset_codes');
    later(59_000);
    await forgot();
    await app.work('reset_codes');
    expect(mailsTo(user.email)).toHaveLength(1);
    expect((await verify(mailedCode(app, user.email))).status).toBe(200);
    later(1000);
    await forgot();
    await app.work('reset_codes');
    expect(mailsTo(user.email)).toHaveLength(2);
  });

  it('a message that is repeated after its code was sent sends no second mail', async () => {
    await forgot();
    const [message] = world.messages;
    await app.work('reset_codes');
    for (const wait of [0, 61_000, 599_000]) {
      later(wait);
      if (message) world.messages.push(message);
      await app.work('reset_codes');
    }
    expect(mailsTo(user.email)).toHaveLength(1);
  });

  it.each(['dies_before', 'dies_after'] as const)(
    'requesting a reset code sends a valid code when the worker %s the call to the mailer, and its message returns within the minute',
    async (mode) => {
      await forgot();
      const dying = await startApp(world, { fault: { at: 5, mode } });
      await expect(dying.work('reset_codes')).rejects.toThrow();
      expect(dying.calls[4]?.operation).toBe('SendEmail');
      later(5000);
      await app.work('reset_codes');
      expect(mailsTo(user.email)).toHaveLength(mode === 'dies_before' ? 1 : 2);
      expect((await verify(mailedCode(app, user.email))).status).toBe(200);
    },
  );

  it('parallel workers on one message leave one valid code, the newest', async () => {
    await forgot();
    const message = world.messages[0];
    if (message) world.messages.push(message);
    await Promise.all([app.work('reset_codes'), app.restart().then((other) => other.work('reset_codes'))]);
    const codes = mailsTo(user.email).map(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? '');
    const answers = await Promise.all(codes.map((code) => verify(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(new Set(codes).size === 1 ? codes.length : 1);
  });

  it('requesting a reset code of a phone account sends the code by messaging app', async () => {
    const phone = '+351912345670';
    const email = 'user+351912345670@operator.example';
    await newUser(app, { email, phone });
    await app.settle();
    world.mails.length = 0;
    await forgot(email);
    await app.work('reset_codes');
    expect(world.mails).toEqual([]);
    expect(world.texts).toEqual([{ phone, code: expect.stringMatching(/^\d{6}$/) }]);
    const code = world.texts[0]?.code ?? '';
    const reset_token = await tokenFor(code, email);
    expect((await reset({ email, code, reset_token })).status).toBe(200);
    expect((await login(password, email)).status).toBe(200);
    await app.settle();
    expect(world.mails).toEqual([]);
  });

  it('requesting a reset code stops for a phone that cannot receive, and takes no slot', async () => {
    const email = 'user+351912340001@operator.example';
    await newUser(app, { email, phone: '+351912340001' });
    for (let tries = 0; tries < 2; tries++) {
      await forgot(email);
      const before = app.calls.length;
      await app.work('reset_codes');
      expect(app.calls.slice(before).filter(({ operation }) => operation === 'SendText')).toHaveLength(1);
    }
    expect(world.messages).toEqual([]);
  });
});

describe('a reset code that could not be sent', () => {
  it('an unsent reset code is withdrawn and its message retried, and another request need not wait', async () => {
    await forgot();
    const broken = await startApp(world, { fault: { at: 5, mode: 'fails_after' } });
    await expect(broken.work('reset_codes')).rejects.toThrow('has failed');
    expect(broken.calls.map(({ operation }) => operation)).toEqual([
      'GetItem',
      'GetItem',
      'GetItem',
      'UpdateItem',
      'SendEmail',
      'UpdateItem',
      'ChangeMessageVisibility',
    ]);
    expect((await verify(mailedCode(app, user.email))).status).toBe(400);
    expect(world.messages).toHaveLength(1);
    await app.work('reset_codes');
    expect((await verify(mailedCode(app, user.email))).status).toBe(200);
  });
});

describe('a reset code', () => {
  it('a reset code allows five wrong guesses, for addresses with and without an account alike', async () => {
    for (const email of [user.email, 'nobody3@company.example', (await newUser(app, { isActive: false })).email]) {
      await forgot(email);
      await app.work('reset_codes');
      const wrong = email === user.email ? wrongCode(mailedCode(app, email)) : '123456';
      const guess = async () => rateLimitOf(await verify(wrong, email));
      const told = [];
      for (let tries = 0; tries < 7; tries++) told.push(await guess());
      later(600_000);
      told.push(await guess());
      later(-600_000);
      expect({ email, told }).toEqual({
        email,
        told: [...[4, 3, 2, 1, 0].map((left) => attemptsLeft(400, left)), attemptsLeft(429, 0), attemptsLeft(429, 0), attemptsLeft(400, 5)],
      });
    }
    const closed = await verify(mailedCode(app, user.email));
    expect(closed).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(closed.headers.get('retry-after')).toBe('600');
  });

  it('both steps share the failures of a reset code', async () => {
    const { code, reset_token } = await ready();
    for (let tries = 0; tries < 3; tries++) expect((await verify(wrongCode(code))).status).toBe(400);
    for (let tries = 0; tries < 2; tries++) expect((await reset({ code: wrongCode(code), reset_token })).status).toBe(400);
    expect((await reset({ code, reset_token })).status).toBe(429);
    expect((await verify(code)).status).toBe(429);
  });

  it('both steps report the remaining attempts of a reset code', async () => {
    const code = await codeFor();
    expect(rateLimitOf(await verify(wrongCode(code)))).toEqual(attemptsLeft(400, 4));
    const answer = await verify(code);
    expect(rateLimitOf(answer)).toEqual(attemptsLeft(200, 4));
    const { reset_token } = answer.body as { reset_token: string };
    later(1000);
    expect(rateLimitOf(await reset({ code: wrongCode(code), reset_token }))).toEqual(attemptsLeft(400, 3, 599));
    expect(rateLimitOf(await reset({ code, reset_token: 'x' }))).toEqual([400, null, null, null]);
    expect(rateLimitOf(await reset({ code, reset_token }))).toEqual(attemptsLeft(200, 3, 599));
  });

  it('an address without a reset code has the same attempts with and without an account', async () => {
    for (const email of [user.email, 'nobody4@company.example'])
      expect(rateLimitOf(await verify('123456', email))).toEqual(attemptsLeft(400, 5));
  });

  it('a reset code passes both steps after four wrong guesses', async () => {
    const code = await codeFor();
    for (let tries = 0; tries < 4; tries++) await verify(wrongCode(code));
    const reset_token = await tokenFor(code);
    expect((await reset({ code, reset_token })).status).toBe(200);
  });

  it('a reset code is valid until just before ten minutes', async () => {
    const code = await codeFor();
    later(599_999);
    const reset_token = await tokenFor(code);
    later(1);
    expect(await verify(code)).toMatchObject({ status: 400, body: { code: 'code_expired' } });
    expect(await reset({ code, reset_token })).toMatchObject({ status: 400, body: { code: 'code_expired' } });
  });

  it('a reset code works for no other purpose or address, and not after a newer code', async () => {
    const code = await codeFor();
    const other = await newUser(app);
    const body = { email: user.email, code };
    expect((await app.accounts.verifyCode({ body })).status).toBe(400);
    expect((await app.accounts.verifyDeckCode({ body })).status).toBe(400);
    expect((await verify(code, other.email)).status).toBe(400);
    later(60_000);
    const newer = await codeFor();
    if (newer !== code) expect((await verify(code)).status).toBe(400);
    expect((await verify(newer)).status).toBe(200);
  });

  it('a reset code does not work for an inactive account', async () => {
    const code = await codeFor();
    const reset_token = await tokenFor(code);
    await app.users.change(user.id, { isActive: false });
    expect(await verify(code)).toMatchObject({ status: 400, body: { code: 'invalid_code' } });
    expect(await reset({ code, reset_token })).toMatchObject({
      status: 400,
      body: { code: 'invalid_reset_token' },
    });
  });
});

describe('setting a new password', () => {
  it('setting a new password replaces the old password, verifies the mailbox, and ends every session', async () => {
    const old = 'the old password 1';
    const { code: first, reset_token: firstToken } = await ready();
    await reset({ code: first, reset_token: firstToken, new_password: old });
    later(60_000);
    const session = await login(old);
    if (session.status !== 200) throw new Error('no session');
    const headers = { authorization: `Bearer ${session.body.access_token}` };
    expect((await app.accounts.readMe({ headers })).status).toBe(200);
    later(1);
    const code = await codeFor();
    const reset_token = await tokenFor(code);
    expect(await reset({ code, reset_token })).toMatchObject({
      status: 200,
      body: { message: expect.any(String) },
    });
    const fresh = await login();
    if (fresh.status !== 200) throw new Error(JSON.stringify(fresh.body));
    const freshHeaders = { authorization: `Bearer ${fresh.body.access_token}` };
    expect((await app.accounts.readMe({ headers: freshHeaders })).status).toBe(200);
    expect((await app.accounts.readMe({ headers })).status).toBe(401);
    expect((await app.accounts.refresh({ headers })).status).toBe(401);
    expect((await app.keys.listKeys({ headers })).status).toBe(401);
    expect((await login(old)).status).toBe(401);
    expect(await app.users.byId(user.id)).toMatchObject({
      emailVerified: true,
      tokensValidAfter: world.clock.now,
    });
  });

  it('setting a new password reopens the sign-in that failures closed, from known networks and from others', async () => {
    await app.users.change(user.id, { emailVerified: true });
    const { code: first, reset_token: firstToken } = await ready();
    await reset({ code: first, reset_token: firstToken });
    const { clientAddress } = world;
    const addresses = [clientAddress, '198.51.100.1', '203.0.113.1'];
    const from = async (address: string, given: string) => {
      world.clientAddress = address;
      const { status, headers } = await login(given);
      return [status, headers.get('ratelimit')];
    };
    for (const address of addresses.slice(0, 2)) expect(await from(address, password)).toContain(200);
    for (const address of addresses) {
      for (let tries = 0; tries < 10; tries++) await from(address, 'wrong');
      expect(await from(address, password)).toContain(429);
    }
    world.clientAddress = clientAddress;
    later(60_000);
    const { code, reset_token } = await ready();
    expect((await reset({ code, reset_token })).status).toBe(200);
    for (const address of addresses) expect(await from(address, password)).toEqual([200, '"login";r=10;t=900']);
    world.clientAddress = clientAddress;
  });

  it('setting a new password clears the wrong codes of the day, of every network', async () => {
    const { clientAddress } = world;
    const addresses = [clientAddress, '198.51.100.1'];
    const guessWrongly = async (code: string, times: number) => {
      for (let tries = 0; tries < times; tries++) expect((await verify(wrongCode(code))).body).toMatchObject({ code: 'invalid_code' });
    };
    for (const address of addresses) {
      world.clientAddress = address;
      for (const times of [...Array<number>(9).fill(5), 4]) {
        await guessWrongly(await codeFor(), times);
        later(60_000);
      }
    }
    const { code, reset_token } = await ready();
    expect((await reset({ code, reset_token })).status).toBe(200);
    for (const address of addresses) {
      later(60_000);
      world.clientAddress = address;
      await guessWrongly(await codeFor(), 5);
    }
    world.clientAddress = clientAddress;
  });

  it('setting a new password notifies the mailbox once, without the password', async () => {
    await app.users.change(user.id, { emailVerified: true });
    const { code, reset_token } = await ready();
    await reset({ code, reset_token });
    await app.settle();
    await app.settle();
    const told = mailsTo(user.email).filter(({ subject }) => subject === 'Your password was changed');
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toContain('If this was not you');
    expect(told[0]?.text).not.toContain(password);
  });

  it('setting a new password uses up code and token', async () => {
    const { code, reset_token } = await ready();
    await reset({ code, reset_token });
    expect(await reset({ code, reset_token, new_password: 'another good one' })).toMatchObject({
      status: 400,
      body: { code: 'invalid_reset_token' },
    });
    expect((await verify(code)).status).toBe(400);
    later(60_000);
    const newer = await codeFor();
    expect((await reset({ code: newer, reset_token })).body).toMatchObject({ code: 'invalid_reset_token' });
    expect((await login()).status).toBe(200);
  });

  it('one of 200 parallel resets succeeds, and its password works', async () => {
    await app.users.change(user.id, { emailVerified: true });
    const { code, reset_token } = await ready();
    const passwords = Array.from({ length: 200 }, (_, i) => `a password of request ${i}`);
    const answers = await Promise.all(passwords.map((new_password) => reset({ code, reset_token, new_password })));
    const winners = passwords.filter((_, i) => answers[i]?.status === 200);
    expect(winners).toHaveLength(1);
    expect((await login(winners[0])).status).toBe(200);
    await app.settle();
    expect(mailsTo(user.email).filter(({ subject }) => subject === 'Your password was changed')).toHaveLength(1);
  });

  it('setting a new password works for an account without a password', async () => {
    expect((await app.users.byId(user.id))?.passwordHash).toBeNull();
    const { code, reset_token } = await ready();
    await reset({ code, reset_token });
    expect((await login()).status).toBe(200);
  });

  it("setting a new password requires this account's token of this kind, and a wrong token counts nothing", async () => {
    const { code } = await ready();
    const other = await newUser(app);
    const otherToken = await tokenFor(await codeFor(other.email), other.email);
    const tokens = ['', 'x', otherToken, user.headers.authorization.slice(7)];
    for (const reset_token of tokens)
      expect(await reset({ code: wrongCode(code), reset_token })).toMatchObject({
        status: 400,
        body: { code: 'invalid_reset_token' },
      });
    expect((await verify(code)).status).toBe(200);
    expect((await app.accounts.readMe({ headers: { authorization: `Bearer ${otherToken}` } })).status).toBe(401);
  });

  it('setting a new password refuses a token from before the end of all sessions', async () => {
    const { code, reset_token } = await ready();
    await app.users.change(user.id, { tokensValidAfter: world.clock.now + 1 });
    expect(await reset({ code, reset_token })).toMatchObject({
      status: 400,
      body: { code: 'invalid_reset_token' },
    });
  });

  it('setting a new password reports problems of the password and does not repeat it', async () => {
    const { code, reset_token } = await ready();
    for (const new_password of ['12345', '123456789', 'x'.repeat(257)]) {
      const answer = await reset({ code, reset_token, new_password });
      expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'new_password'] }] } });
      expect(JSON.stringify(answer.body)).not.toContain(new_password);
    }
    expect((await reset({ code, reset_token })).status).toBe(200);
  });
});

describe('reset guesses that use up the day', () => {
  const guesses = async (to: string, codes: number) => {
    for (let i = 0; i < codes; i++) {
      await app.accounts.forgotPassword({ body: { email: to } });
      await app.work('reset_codes');
      for (let guess = 0; guess < 6; guess++) await app.accounts.verifyResetCode({ body: { email: to, code: 'wrong' } });
      world.clock.now += 60_000;
    }
  };
  const told = () => world.mails.filter(({ subject }) => subject.startsWith('Someone is guessing'));

  it('used-up guesses are reported to the owner once a day, from any number of networks', async () => {
    const owner = await newUser(app);
    await guesses(owner.email, 9);
    expect(world.messages).toEqual([]);
    for (const address of ['192.0.2.1', '198.51.100.1']) {
      world.clientAddress = address;
      await guesses(owner.email, 10);
      await app.work('reset_codes');
      expect(told()).toMatchObject([{ to: owner.email, kind: 'transactional' }]);
    }
    world.clock.now += 86_400_000;
    await guesses(owner.email, 10);
    await app.work('reset_codes');
    expect(told()).toHaveLength(2);
  });

  it('used-up guesses have the same answer and calls for every address, and are reported to every owner', async () => {
    const verified = await newUser(app);
    const unverified = await newUser(app, { emailVerified: false });
    const seen: string[] = [];
    for (const to of [verified.email, unverified.email, 'nobody@company.example']) {
      world.clock.now += 86_400_000;
      await guesses(to, 9);
      await app.accounts.forgotPassword({ body: { email: to } });
      await app.work('reset_codes');
      const from = app.calls.length;
      const statuses: number[] = [];
      for (let guess = 0; guess < 6; guess++)
        statuses.push((await app.accounts.verifyResetCode({ body: { email: to, code: 'wrong' } })).status);
      seen.push(JSON.stringify([statuses, app.calls.slice(from).map(({ operation }) => operation)]));
      await app.work('reset_codes');
    }
    expect(new Set(seen).size).toBe(1);
    expect(told().map(({ to }) => to)).toEqual([verified.email, unverified.email]);
  });
});
