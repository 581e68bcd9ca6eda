// Slow: it fails every call in turn.
import { allItems } from '#test/kit/all-items.ts';
import { newUser, operatorToken, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';
import { operationsOf } from './operations-of.ts';

const isFlagged = async ({ world }: TestApp, email: string) =>
  (await allItems(world, 'accounts')).some(({ pk }) => pk === `WAITLISTFLAG#${email}`);

it('a crash at any call of looking at a harmful description, and a retry: the address is flagged', async () => {
  const calls = await crashTest({
    prepare: async () => ({}),
    operation: (app) =>
      app.accounts.validateCompanyDescription({
        body: { company_description: 'We sell [[hate]] to everybody.', email: 'harm@company.example' },
      }),
    async check(app, _context, answer) {
      expect(answer).toMatchObject({ status: 200, body: { is_harmful: true, move_to_waitlist: true } });
      expect(await isFlagged(app, 'harm@company.example')).toBe(true);
    },
  });
  expect(calls.map(({ operation }) => operation).sort()).toEqual(
    [
      'GenerateObject',
      'GetItem',
      'Moderate',
      'PutItem',
      'PutItem',
      'PutItem',
      'UpdateItem',
      // This read looks for an account with the address.
      'GetItem',
      'GetItem',
      // This read returns the models' remaining budget.
      'GetItem',
    ].sort(),
  );
});

it('a crash at any call of looking at a good description, and a retry: nobody is flagged', async () => {
  await crashTest({
    prepare: async () => ({}),
    operation: (app) =>
      app.accounts.validateCompanyDescription({
        body: { company_description: 'We bake bread for Leeds.', email: 'good@company.example' },
      }),
    async check(app, _context, answer) {
      expect(answer).toMatchObject({ status: 200, body: { is_valid: true, move_to_waitlist: false } });
      expect(await isFlagged(app, 'good@company.example')).toBe(false);
      const items = await allItems(app.world, 'analysis');
      expect(items.filter(({ kind }) => kind !== 'llm_call')).toEqual([]);
    },
  });
});

const operator = { 'x-svc-dev-token': operatorToken };
const listed = async (app: TestApp) => {
  const { body } = await app.operators.listWaitlist({ query: {}, headers: operator });
  if (!('accounts' in body)) throw new Error(JSON.stringify(body));
  return body.accounts.map(({ user_id }) => user_id);
};
async function expectWaitlisted(app: TestApp, id: number) {
  expect((await app.users.byId(id))?.onWaitlist).toBe(true);
  expect(await listed(app)).toEqual([id]);
  await app.settle();
  const notices = app.world.messages.filter(({ queue }) => queue === 'notices');
  expect(new Set(notices.map(({ message }) => 'id' in message && message.id)).size).toBe(1);
  expect(app.world.mails).toEqual([]);
}

it('a crash at any call of looking at a harmful description of a signed-in user, and a retry: on the waitlist, one notice', async () => {
  await crashTest({
    prepare: (app) => newUser(app),
    operation: (app, { headers }) =>
      app.accounts.validateCompanyDescription({
        body: { company_description: 'We sell [[hate]] to everybody.' },
        headers,
      }),
    async check(app, { id }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { move_to_waitlist: true } });
      await expectWaitlisted(app, id);
    },
  });
});

it('a crash at any call of moderating the description of an account, and a retry: on the waitlist, one notice', async () => {
  const calls = await crashTest({
    prepare: (app) => newUser(app, { companyShortDesc: 'We sell [[hate]] to everybody.' }),
    async operation(app, { id }) {
      if (!(await app.attempt('description_checks', { user_id: id }))) throw new Error('put off');
    },
    check: (app, { id }) => expectWaitlisted(app, id),
  });
  expect(operationsOf(calls)).toBe('GetItem GetItem GetItem Moderate TransactWriteItems');
});

it('a crash at any call of taking an account off the waitlist, and a retry: off, and recorded', async () => {
  const calls = await crashTest({
    async prepare(app) {
      const user = await newUser(app);
      const body = { user_id: user.id, on_waitlist: true, reason: 'Asked for' };
      expect((await app.operators.setWaitlist({ body, headers: operator })).status).toBe(200);
      return user;
    },
    operation: (app, { id }) =>
      app.operators.setWaitlist({
        body: { user_id: id, on_waitlist: false, reason: 'Reviewed' },
        headers: operator,
      }),
    async check(app, { id }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { user_id: id, on_waitlist: false } });
      expect((await app.users.byId(id))?.onWaitlist).toBe(false);
      expect(await listed(app)).toEqual([]);
      const query = { user_id: id, action: 'set_waitlist' };
      const { body } = await app.operators.listAudit({ query, headers: operator });
      expect([2, 3]).toContain('entries' in body && body.entries.length);
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', 'TransactWriteItems']);
});

it('a crash at any call of registering with a flagged address, and a retry: the account is on the waitlist', async () => {
  const email = 'flagged@company.example';
  await crashTest({
    async prepare(app) {
      const body = { company_description: 'We sell [[hate]] to everybody.', email };
      expect((await app.accounts.validateCompanyDescription({ body })).status).toBe(200);
    },
    operation: (app) => app.accounts.register({ body: { email, password: 'correct horse battery' } }),
    async check(app) {
      const user = await app.users.byEmail(email);
      expect(user?.onWaitlist).toBe(true);
      expect(await listed(app)).toEqual([user?.id]);
      await app.settle();
      expect(app.world.messages.filter(({ queue }) => queue === 'notices')).toHaveLength(1);
    },
  });
});
