// Slow: it fails every call in turn.
import { entry } from '#test/api/credits/scene.ts';
import { newUser, operatorToken, type TestApp } from '#test/kit/harness.ts';
import { crashTest } from './crash-test.ts';

const headers = { 'x-svc-dev-token': operatorToken };
const written = (calls: { operation: string }[]) => calls.map(({ operation }) => operation);

const prepare = async (app: TestApp) => {
  const user = await newUser(app);
  const granted = await app.ledger.grant(user.id, entry({ type: 'signup_grant' as const, amount: 5 }));
  if (granted.outcome !== 'granted') throw new Error(granted.outcome);
  return { user, first: granted.transaction, claim: entry().claim };
};
const expectLedger = async (app: TestApp, userId: number, amounts: number[]) => {
  const { transactions, balance } = await app.ledger.page(userId, { limit: 100 });
  expect(transactions.map(({ amount }) => amount).reverse()).toEqual(amounts);
  expect(balance).toBe(amounts.reduce((sum, amount) => sum + amount, 0));
  expect(await app.ledger.audit(userId)).toMatchObject({ isEqual: true, balance });
};
const auditActions = async (app: TestApp, user_id: number) => {
  const answer = await app.operators.listAudit({ query: { user_id }, headers });
  return answer.status === 200 ? answer.body.entries.map(({ action }) => action) : [];
};

it('a crash at any call of granting credits with a key, and a retry: they are granted and audited once', async () => {
  const calls = await crashTest({
    alsoTries: ['two_faults', 'repeat_at_once'],
    prepare,
    operation: (app, { user, claim }) =>
      app.operators.grantCredits({
        body: { email: user.email, amount: 100, reason: 'Thanks' },
        headers: { ...headers, 'idempotency-key': claim },
      }),
    async check(app, { user }, answer) {
      expect(answer).toMatchObject({ status: 200, body: { balance: 105, transaction: { amount: 100 } } });
      await expectLedger(app, user.id, [5, 100]);
      expect(await auditActions(app, user.id)).toEqual(['grant_credits']);
    },
    async abandoned(app, { user }, answer) {
      const { balance } = await app.ledger.balance(user.id);
      if (answer?.status === 200) expect(balance).toBe(105);
      await expectLedger(app, user.id, balance === 105 ? [5, 100] : [5]);
      expect(await auditActions(app, user.id)).toEqual(balance === 105 ? ['grant_credits'] : []);
    },
  });
  expect(written(calls)).toEqual(['GetItem', 'GetItem', 'GetItem', 'TransactWriteItems']);
});

it('a crash at any call of reversing a transaction, and a retry: it is reversed and audited once', async () => {
  const calls = await crashTest({
    alsoTries: ['two_faults', 'repeat_at_once'],
    prepare,
    operation: (app, { user, first }) =>
      app.operators.reverseCredits({
        body: { user_id: user.id, transaction_id: first.id, reason: 'By mistake' },
        headers,
      }),
    async check(app, { user, first }, answer) {
      expect(answer).toMatchObject({
        status: 200,
        body: { balance: 0, transaction: { reverses: first.id } },
      });
      await expectLedger(app, user.id, [5, -5]);
      expect(await auditActions(app, user.id)).toEqual(['reverse_credits']);
    },
  });
  expect(written(calls)).toEqual(['GetItem', 'GetItem', 'GetItem', 'TransactWriteItems']);
});

it('a crash at any call of spending, and a retry: it is taken once, also when the balance is used up by it', async () => {
  const calls = await crashTest({
    alsoTries: ['two_faults', 'repeat_at_once'],
    prepare,
    operation: (app, { user, claim }) => app.ledger.spend(user.id, entry({ amount: 5, claim })),
    async check(app, { user }, answer) {
      expect(['granted', 'already']).toContain(answer.outcome);
      await expectLedger(app, user.id, [5, -5]);
    },
    async abandoned(app, { user }, answer) {
      const { balance } = await app.ledger.balance(user.id);
      if (answer) expect(balance).toBe(0);
      await expectLedger(app, user.id, balance === 0 ? [5, -5] : [5]);
    },
  });
  expect(written(calls)).toEqual(['GetItem', 'TransactWriteItems']);
});

it('a crash at any call of granting to many, and a second run: everybody has one grant, and the run tells of all', async () => {
  const others = 5;
  await crashTest({
    async prepare(app) {
      const scene = await prepare(app);
      const users = Array.from({ length: others }, (_, n) => scene.user.id + n);
      return { ...scene, users };
    },
    async operation(app, { users, claim }) {
      const outcomes: string[] = [];
      await app.ledger.grantMany(
        users.map((userId) => ({
          userId,
          ...entry({ type: 'daily_grant' as const, amount: 3, claim: `${claim}#${userId}` }),
        })),
        (_, { outcome }) => void outcomes.push(outcome),
      );
      if (outcomes.includes('failed')) throw new Error('Some have failed.');
      return outcomes;
    },
    async check(app, { users, user }, outcomes) {
      expect(outcomes).toHaveLength(others);
      for (const userId of users) await expectLedger(app, userId, userId === user.id ? [5, 3] : [3]);
    },
  });
});
