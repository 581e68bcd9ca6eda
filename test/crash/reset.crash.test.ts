// Slow: it fails every call in turn.
import { mailedCode, wrongCode } from '#test/api/accounts/mailed-code.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';
import { operationsOf } from './operations-of.ts';

const password = 'correct horse battery staple';
const old = 'the password before it';
const login = (app: TestApp, email: string, given = password) => app.accounts.login({ body: { email, password: given } });
const codesTo = ({ world }: TestApp, email: string) =>
  world.mails
    .filter(({ to, subject }) => to === email && subject === 'Reset your password')
    .map(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? '');

async function codeFor(app: TestApp, email: string) {
  await app.accounts.forgotPassword({ body: { email } });
  await app.work('reset_codes');
  return mailedCode(app, email);
}
async function tokenFor(app: TestApp, email: string, code: string) {
  const answer = await app.accounts.verifyResetCode({ body: { email, code } });
  if (answer.status !== 200) throw new Error(`verify-reset-code: ${answer.status}`);
  return answer.body.reset_token;
}
async function person(app: TestApp) {
  const user = await newUser(app);
  app.world.clock.now += 1;
  return user;
}

it('a crash at any call of forgot-password, and a retry: the request is on the queue, or in the outbox', async () => {
  const calls = await crashTest({
    prepare: person,
    operation: (app, { email }) => app.accounts.forgotPassword({ body: { email } }),
    async check(app, { email }, answer) {
      expect(answer.status).toBe(200);
      await app.settle();
      await app.work('reset_codes');
      const code = codesTo(app, email).at(-1) ?? '';
      expect((await app.accounts.verifyResetCode({ body: { email, code } })).status).toBe(200);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['SendMessage']);
});

it('a crash at any call of the worker, and its message again: the newest mail holds the one usable code', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const user = await person(app);
      await app.accounts.forgotPassword({ body: { email: user.email } });
      return user;
    },
    operation: (app) => app.work('reset_codes'),
    async check(app, { email }) {
      expect(app.world.messages).toEqual([]);
      const codes = codesTo(app, email);
      expect([1, 2]).toContain(codes.length);
      const code = codes.at(-1) ?? '';
      expect((await app.accounts.verifyResetCode({ body: { email, code } })).status).toBe(200);
      const [first = ''] = codes;
      if (first !== code) expect((await app.accounts.verifyResetCode({ body: { email, code: first } })).status).toBe(400);
    },
  });
  expect(operationsOf(calls)).toBe('GetItem GetItem GetItem UpdateItem SendEmail PutItem UpdateItem');
});

it('a crash at any call of verify-reset-code, and a retry: a token for the right code', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const { email } = await person(app);
      return { email, code: await codeFor(app, email) };
    },
    operation: (app, body) => app.accounts.verifyResetCode({ body }),
    async check(app, { email, code }, answer) {
      if (answer.status !== 200) throw new Error(`${answer.status}`);
      const { reset_token } = answer.body;
      const done = await app.accounts.resetPassword({
        body: { email, code, reset_token, new_password: password },
      });
      expect(done.status).toBe(200);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['UpdateItem', 'UpdateItem', 'GetItem', 'GetItem']);
});

it('a crash at any call of reset-password, and a retry: done as a whole or not at all, the failures of the e-mail too', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const { id, email, headers } = await person(app);
      const first = await codeFor(app, email);
      const firstToken = await tokenFor(app, email, first);
      await app.accounts.resetPassword({
        body: { email, code: first, reset_token: firstToken, new_password: old },
      });
      app.world.clock.now += 60_000;
      const session = await login(app, email, old);
      if (session.status !== 200) throw new Error('no session');
      app.world.clock.now += 1;
      const code = await codeFor(app, email);
      const body = { email, code, reset_token: await tokenFor(app, email, code), new_password: password };
      await login(app, email, 'wrong');
      await app.settle();
      app.world.mails.length = 0;
      return {
        id,
        email,
        headers,
        body,
        session: { authorization: `Bearer ${session.body.access_token}` },
      };
    },
    operation: (app, { body }) => app.accounts.resetPassword({ body }),
    async check(app, { email, body, session }, answer) {
      await app.settle();
      const mails = app.world.mails.filter(({ subject }) => subject === 'Your password was changed');
      // A retry returns 400 if the first request used the code.
      expect([200, 400]).toContain(answer.status);
      const signedIn = await login(app, email);
      expect(signedIn.status).toBe(200);
      expect(signedIn.headers.get('ratelimit')).toContain('r=10');
      expect((await login(app, email, old)).status).toBe(401);
      expect((await app.accounts.readMe({ headers: session })).status).toBe(401);
      expect((await app.accounts.resetPassword({ body })).status).toBe(400);
      expect(mails).toHaveLength(1);
    },
  });
  expect(operationsOf(calls)).toBe('GetItem UpdateItem UpdateItem TransactWriteItems');
});

it('a crash at any call of the guess that uses up the day, and another: the owner is told once', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const { email } = await person(app);
      let code = '';
      for (let i = 0; i < 10; i++) {
        app.world.clock.now += 60_000;
        code = await codeFor(app, email);
        const wrong = wrongCode(code);
        for (let guess = 0; guess < (i < 9 ? 5 : 4); guess++) await app.accounts.verifyResetCode({ body: { email, code: wrong } });
      }
      app.world.mails.length = 0;
      return { email, code: wrongCode(code) };
    },
    operation: (app, body) => app.accounts.verifyResetCode({ body }),
    succeeded: ({ status }) => status < 500,
    async check(app, body, { status }) {
      expect([400, 429]).toContain(status);
      expect((await app.accounts.verifyResetCode({ body })).status).toBe(429);
      await app.work('reset_codes');
      expect(app.world.mails).toMatchObject([{ to: body.email, subject: 'Someone is guessing codes for your account' }]);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['UpdateItem', 'SendMessage', 'UpdateItem']);
});

it('a crash at any call of salesdeck/send-verification, and a retry a minute later: the newest code opens the deck', async () => {
  const email = 'sam@operator.example';
  await crashTest({
    prepare: async () => null,
    operation: (app) => app.accounts.sendDeckCode({ body: { email } }),
    succeeded: ({ status }) => status === 200,
    async check(app) {
      const code = mailedCode(app, email);
      expect((await app.accounts.verifyDeckCode({ body: { email, code } })).status).toBe(200);
    },
  });
});

it('a crash at any call of salesdeck/verify-code, and a retry: one grant, or the code is used', async () => {
  const email = 'sam@operator.example';
  const calls = await crashTest({
    async prepare(app) {
      await app.accounts.sendDeckCode({ body: { email } });
      return { email, code: mailedCode(app, email) };
    },
    operation: (app, body) => app.accounts.verifyDeckCode({ body }),
    async check(app, body, answer) {
      expect([200, 400]).toContain(answer.status);
      expect((await app.accounts.verifyDeckCode({ body })).status).toBe(400);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['UpdateItem', 'UpdateItem', 'TransactWriteItems']);
});
