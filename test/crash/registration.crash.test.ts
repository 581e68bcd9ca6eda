// Slow: it fails every call in turn.
import { mailedCode } from '#test/api/accounts/mailed-code.ts';
import { allItems } from '#test/kit/all-items.ts';
import type { TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';
import { operationsOf } from './operations-of.ts';

const email = 'ada@company.example';
const password = 'a fine long password';
const company_website = 'northwind.example';

const send = (app: TestApp) => app.accounts.sendVerification({ body: { email } });
async function withCode(app: TestApp) {
  await send(app);
  return { code: mailedCode(app, email) };
}

async function expectOneAccount(app: TestApp, more: { discoveries: number; emailVerified: boolean }) {
  await app.settle();
  const items = await allItems(app.world, 'accounts');
  const users = items.filter(({ kind }) => kind === 'user');
  expect(users).toMatchObject([{ email, emailVerified: more.emailVerified }]);
  const welcomes = app.world.mails.filter(({ subject }) => subject.startsWith('Welcome'));
  expect(welcomes).toHaveLength(more.emailVerified ? 1 : 0);
  const tasks = (await allItems(app.world, 'analysis')).filter(({ kind }) => kind === 'user_task');
  expect(tasks).toHaveLength(more.discoveries);
  const { status } = await app.accounts.login({ body: { email, password } });
  expect(status).toBe(200);
}
const operations = (calls: { operation: string }[]) => calls.map(({ operation }) => operation);

it('a crash at any call of sending a code, and a retry: the newest mail holds a good code', async () => {
  const calls = await crashTest({
    prepare: async () => ({}),
    operation: send,
    async check(app, _, { status }) {
      expect(status).toBe(200);
      const code = mailedCode(app, email);
      expect(await app.accounts.verifyCode({ body: { email, code } })).toMatchObject({ status: 200 });
      expect(app.world.mails.length).toBeLessThanOrEqual(2);
    },
  });
  expect(operations(calls)).toEqual(['GetItem', 'GetItem', 'UpdateItem', 'SendEmail']);
});

it('a crash at any call of checking a code, and a retry: the code is right and has tries left', async () => {
  const calls = await crashTest({
    prepare: withCode,
    operation: (app, { code }) => app.accounts.verifyCode({ body: { email, code } }),
    async check(app, { code }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { verified: true } });
      expect(await app.accounts.completeRegistration({ body: { email, code, password } })).toMatchObject({
        status: 200,
      });
    },
  });
  expect(operations(calls)).toEqual(['UpdateItem', 'UpdateItem']);
});

it('a crash at any call of completing a registration, and a retry: one account, and its owner gets in', async () => {
  const calls = await crashTest({
    prepare: withCode,
    operation: (app, { code }) => app.accounts.completeRegistration({ body: { email, code, password, company_website } }),
    async check(app, _, answer) {
      // A retry returns 409 if the first request created the account.
      expect([200, 409]).toContain(answer.status);
      await expectOneAccount(app, { discoveries: 1, emailVerified: true });
    },
  });
  expect(operationsOf(calls)).toBe('GetItem UpdateItem UpdateItem UpdateItem UpdateItem GetItem TransactWriteItems');
});

it('a crash at any call of registering, and a retry: one account, and its owner gets in', async () => {
  const calls = await crashTest({
    prepare: async () => ({}),
    operation: (app) => app.accounts.register({ body: { email, password } }),
    async check(app, _, answer) {
      expect([200, 409]).toContain(answer.status);
      await expectOneAccount(app, { discoveries: 0, emailVerified: false });
      expect(app.world.mails.map(({ subject }) => subject)).toEqual(['Confirm your e-mail address']);
      const next = await app.accounts.register({ body: { email: 'next@company.example', password } });
      expect(next.headers.get('ratelimit')).toContain('r=18');
    },
  });
  expect(operationsOf(calls)).toBe('GetItem UpdateItem UpdateItem GetItem GetItem TransactWriteItems');
});
