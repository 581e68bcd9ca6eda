// Slow: it fails every call in turn.
import { newUser, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';
import { operationsOf } from './operations-of.ts';

const email = 'grace@company.example';
const sub = 'person-1';
const company = { company: 'Northwind Shoes', company_website: 'northwind.example' };
const login = (app: TestApp, id_token: string) => app.accounts.signInWithIdp({ body: { id_token } });
const idToken = (app: TestApp) => app.world.idp.idToken({ sub, email });
type Answer = { status: number; body: unknown };

async function expectWayIn(app: TestApp, answer: Answer, ...others: [number, string][]) {
  if (answer.status !== 200) expect(others).toContainEqual([answer.status, (answer.body as { code?: string }).code]);
  else {
    const { access_token } = answer.body as { access_token: string };
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await app.accounts.readMe({ headers })).status).toBe(200);
  }
  const again = await login(app, await idToken(app));
  expect(again.status).toBe(200);
  const user = await app.users.byEmail(email);
  expect(again.body).toMatchObject({ user: { id: user?.id } });
  expect(user).toMatchObject({
    emailVerified: true,
    identity: { issuer: 'https://idp.example', subject: sub },
  });
  return user;
}

const used: [number, string] = [401, 'id_token_used'];

it('a crash at any call of signing in by identity, and a retry: in, or told to take a new token', async () => {
  const calls = await crashTest({
    async prepare(app) {
      await newUser(app, {
        email,
        emailVerified: true,
        identity: { issuer: 'https://idp.example', subject: sub },
      });
      return { token: await idToken(app) };
    },
    operation: (app, { token }) => login(app, token),
    async check(app, { token }, answer) {
      await expectWayIn(app, answer, used);
      expect((await login(app, token)).status).toBe(401);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['fetch', 'GetItem', 'GetItem', 'TransactWriteItems']);
});

it('a crash at any call of the sign-in that takes an account over: its password is gone, its owner is told once', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const unproven = { email, emailVerified: false, passwordHash: '$argon2id$of-somebody' };
      const { headers } = await newUser(app, unproven);
      app.world.clock.now += 1000;
      return { token: await idToken(app), headers };
    },
    operation: (app, { token }) => login(app, token),
    async check(app, { headers }, answer) {
      expect(await expectWayIn(app, answer, used)).toMatchObject({ passwordHash: null });
      expect((await app.accounts.readMe({ headers })).status).toBe(401);
      await app.settle();
      expect(app.world.mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
        [email, 'Welcome to adtrail'],
        [email, 'Your account was recovered, and what was made before has ended'],
      ]);
    },
  });
  expect(operationsOf(calls)).toBe('fetch GetItem GetItem GetItem TransactWriteItems');
});

it('a crash at any call of signing up, and a retry: one account, one welcome, and a new token signs in', async () => {
  const calls = await crashTest({
    prepare: async (app) => ({ token: await idToken(app) }),
    operation: (app, { token }) => app.accounts.signUpWithIdp({ body: { id_token: token } }),
    async check(app, { token }, answer) {
      expect(await login(app, token)).toMatchObject({ status: used[0], body: { code: used[1] } });
      await expectWayIn(app, answer, [409, 'email_taken']);
      await app.settle();
      expect(app.world.mails.map(({ to }) => to)).toEqual([email]);
    },
  });
  expect(calls.at(-1)?.operation).toBe('TransactWriteItems');
});

describe('completing a sign-up', () => {
  const complete = (app: TestApp, { token }: { token: string }) =>
    app.accounts.completeIdpSignUp({ body: { id_token: token, ...company, role: 'Marketing' } });
  const filled = {
    company: 'Northwind Shoes',
    companyWebsite: 'https://northwind.example/',
    role: 'Marketing',
  };

  it('a new account has all sent fields after a crash at any call and a retry', async () => {
    await crashTest({
      prepare: async (app) => ({ token: await idToken(app) }),
      operation: complete,
      async check(app, _, answer) {
        expect(await expectWayIn(app, answer, used)).toMatchObject(filled);
        await app.settle();
        expect(app.world.mails.map(({ to }) => to)).toEqual([email]);
      },
    });
  });

  it('an existing account has all sent fields after a crash at any call and a retry', async () => {
    const calls = await crashTest({
      async prepare(app) {
        const token = await idToken(app);
        expect((await app.accounts.signUpWithIdp({ body: { id_token: token } })).status).toBe(200);
        return { token };
      },
      operation: complete,
      async check(app, _, answer) {
        expect(await expectWayIn(app, answer, used)).toMatchObject(filled);
      },
    });
    expect(operationsOf(calls)).toBe('fetch GetItem GetItem TransactWriteItems');
  });
});
