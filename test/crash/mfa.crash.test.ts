// Slow: it fails every call in turn.
import { hashPassword } from '#shared/accounts/sign-in/rules/passwords.ts';
import { codeOf } from '#test/api/accounts/second-factor/authenticator.ts';
import { newUser, operatorToken, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';
import { operationsOf } from './operations-of.ts';

const password = 'correct horse battery';
const passwordHash = hashPassword(password);

const person = async (app: TestApp) => newUser(app, { passwordHash: await passwordHash });
async function enrolled(app: TestApp) {
  const user = await person(app);
  const answer = await app.accounts.enrollMfa({ body: { password }, headers: user.headers });
  if (answer.status !== 200) throw new Error(`${answer.status}`);
  return { ...user, secret: answer.body.secret, recovery: answer.body.recovery_codes[0] ?? '' };
}
async function protectedPerson(app: TestApp) {
  const user = await enrolled(app);
  const body = { code: codeOf(app, user.secret) };
  const { status } = await app.accounts.confirmMfa({ body, headers: user.headers });
  if (status !== 200) throw new Error(`${status}`);
  app.world.clock.now += 30_000;
  await app.settle();
  app.world.mails.length = 0;
  return user;
}
async function firstStep(app: TestApp, email: string) {
  const answer = await app.accounts.login({ body: { email, password } });
  return (answer.body as unknown as { mfa_token: string }).mfa_token;
}
const login = async (app: TestApp, email: string) => (await app.accounts.login({ body: { email, password } })).status;

it('a crash at any call of enrolling, and a retry: the answered secret is the one that confirms', async () => {
  const calls = await crashTest({
    prepare: person,
    operation: (app, { headers }) => app.accounts.enrollMfa({ body: { password }, headers }),
    async check(app, { email, headers }, answer) {
      if (answer.status !== 200) throw new Error(`${answer.status}`);
      expect(await login(app, email)).toBe(200);
      const body = { code: codeOf(app, answer.body.secret) };
      expect((await app.accounts.confirmMfa({ body, headers })).status).toBe(200);
      const [code = ''] = answer.body.recovery_codes;
      const mfa_token = await firstStep(app, email);
      expect((await app.accounts.loginMfa({ body: { mfa_token, code } })).status).toBe(200);
    },
  });
  expect(operationsOf(calls)).toBe('GetItem UpdateItem DeleteItem UpdateItem');
});

it('a crash at any call of confirming, and a retry: enabled, told once, and the recovery codes work', async () => {
  const calls = await crashTest({
    prepare: enrolled,
    operation: (app, { headers, secret }) => app.accounts.confirmMfa({ body: { code: codeOf(app, secret) }, headers }),
    async check(app, { email, recovery }, { status }) {
      // A retry returns 409 if the first request enabled the second factor.
      expect([200, 409]).toContain(status);
      const mfa_token = await firstStep(app, email);
      expect((await app.accounts.loginMfa({ body: { mfa_token, code: recovery } })).status).toBe(200);
      await app.settle();
      expect(app.world.mails).toMatchObject([{ to: email, subject: 'Two-step sign-in is enabled' }]);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem', 'DeleteItem', 'TransactWriteItems']);
});

it('a crash at any call of the second step, and a retry: a session, or the code is used; the next code works', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const user = await protectedPerson(app);
      return { ...user, mfa_token: await firstStep(app, user.email), code: codeOf(app, user.secret) };
    },
    operation: (app, { mfa_token, code }) => app.accounts.loginMfa({ body: { mfa_token, code } }),
    async check(app, { email, secret, mfa_token, code }, answer) {
      expect([200, 400]).toContain(answer.status);
      if (answer.status === 200) {
        const headers = { authorization: `Bearer ${answer.body.access_token}` };
        expect((await app.accounts.readMe({ headers })).status).toBe(200);
        expect((await app.accounts.loginMfa({ body: { mfa_token, code } })).status).toBe(400);
      }
      app.world.clock.now += 60_000;
      const body = { mfa_token: await firstStep(app, email), code: codeOf(app, secret) };
      expect((await app.accounts.loginMfa({ body })).status).toBe(200);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem', 'TransactWriteItems', 'DeleteItem']);
});

it('a crash at any call of disabling, and a retry: disabled as a whole, told once', async () => {
  const calls = await crashTest({
    prepare: protectedPerson,
    operation: (app, { headers, recovery: code }) => app.accounts.disableMfa({ body: { password, code }, headers }),
    async check(app, { email }, { status }) {
      expect([200, 409]).toContain(status);
      expect(await login(app, email)).toBe(200);
      await app.settle();
      expect(app.world.mails).toMatchObject([{ to: email, subject: 'Two-step sign-in is disabled' }]);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual([
    'GetItem',
    'UpdateItem',
    'DeleteItem',
    'UpdateItem',
    'DeleteItem',
    'TransactWriteItems',
  ]);
});

it('a crash at any call of its removal by support, and a retry: removed and told once, with a record', async () => {
  const headers = { 'x-svc-dev-token': operatorToken };
  const calls = await crashTest({
    prepare: protectedPerson,
    operation: (app, { id }) => app.operators.removeMfa({ body: { user_id: id, reason: 'Phone lost' }, headers }),
    async check(app, { id, email }, { status }) {
      expect(status).toBe(200);
      expect(await login(app, email)).toBe(200);
      await app.settle();
      expect(app.world.mails).toMatchObject([{ to: email }]);
      const { body } = await app.operators.listAudit({
        query: { user_id: id, action: 'remove_mfa' },
        headers,
      });
      expect([1, 2]).toContain('entries' in body && body.entries.length);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'TransactWriteItems']);
});
