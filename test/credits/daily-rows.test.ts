import { gunzipSync } from 'node:zlib';
import { sizeOfItem } from '#packages/dynamo-sqlite/src/index.ts';
import { keyOf } from '#shared/credits/items.ts';
import { claims, dailyGrant } from '#shared/credits/rules/credits.ts';
import { maxRows } from '#shared/credits/store/daily-rows.ts';
import { toWire } from '#shared/store/attribute-values.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { entry, ledgerOf, newUserId } from '#test/api/credits/scene.ts';
import { crashTest } from '#test/crash/crash-test.ts';
import { newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

const world = await newWorld();
const { credits, table, calls } = ledgerOf(world);
const firstDay = '2026-11-01';
const grantOf = (userId: number, day: string, amount = 5) => ({
  ...dailyGrant,
  type: 'daily_grant' as const,
  amount,
  claim: claims.daily(day, userId),
  source: `task_${day}`,
});

let userId: number;
beforeEach(() => {
  userId = newUserId();
  world.clock.now = Date.parse(`${firstDay}T18:30:00.000Z`);
});

async function days(count: number, of = credits, id = userId, amount = 5): Promise<string> {
  let day = dayAfter(firstDay, -1);
  for (let n = 0; n < count; n++) {
    day = dayAfter(firstDay, n);
    world.clock.now = Date.parse(`${day}T18:30:00.000Z`);
    expect(await of.grant(id, grantOf(id, day, amount))).toMatchObject({ outcome: 'granted' });
  }
  return day;
}
const everything = async (id = userId) => (await credits.page(id, { limit: 100 })).transactions;
const itemsOf = async (id = userId) => {
  const kinds: string[] = [];
  const { pk } = keyOf.credits(id);
  for await (const { kind } of table.query(pk, [' ', '~'])) kinds.push(kind as string);
  return kinds;
};

describe("a user's daily credits", () => {
  it('daily credits need one transaction at first, then one write a day, and move ten rows once in ten days', async () => {
    const turn = Date.parse(firstDay) / 86_400_000;
    userId -= (userId + turn) % maxRows;
    await days(1);
    expect(calls.splice(0)).toEqual(['GetItem', 'TransactWriteItems of 3']);
    for (let n = 1; n <= 2 * maxRows; n++) {
      const day = dayAfter(firstDay, n);
      await credits.grant(userId, grantOf(userId, day));
      const isMoving = n % maxRows === 0;
      expect(calls.splice(0)).toEqual(['GetItem', isMoving ? 'TransactWriteItems of 2' : 'UpdateItem']);
    }
    expect(await itemsOf()).toEqual(['credit_balance', 'credit_row', 'credit_rows', 'credit_rows']);
    expect(await credits.audit(userId)).toMatchObject({ isEqual: true, rows: 21, balance: 105 });
  });

  it('each row of daily credits is found by its ID and can be reversed once', async () => {
    await days(3);
    const rows = await everything();
    expect(rows).toHaveLength(3);
    for (const { id } of rows)
      for (const outcome of ['granted', 'already'])
        expect(await credits.reverse(userId, id, { reason: 'By mistake', actor: 'test' })).toMatchObject({
          outcome,
        });
    expect((await everything()).slice(0, 3).map(({ amount }) => amount)).toEqual([-5, -5, -5]);
  });

  it("a balance's item with daily credits stays below 1 KB", async () => {
    const longTask = 'task_grant_daily_credits_20261123T183000';
    for (let n = 0; n <= maxRows; n++) {
      const grant = { ...grantOf(userId, dayAfter(firstDay, n), 1_000_000), source: longTask };
      await credits.grant(userId, grant);
    }
    const item = await table.get(keyOf.credits(userId));
    expect(item).toMatchObject({ balance: 11_000_000 });
    expect(sizeOfItem(toWire(item ?? {}))).toBeLessThan(1024);
  });

  it('rows of daily credits have the same fields before and after they are moved', async () => {
    await days(4);
    const before = await everything();
    expect(before.map(({ seq, balanceAfter }) => [seq, balanceAfter])).toEqual([
      [4, 20],
      [3, 15],
      [2, 10],
      [1, 5],
    ]);
    const [newest, , , oldest] = before;
    expect(newest).toEqual({
      id: expect.stringMatching(/^tx_4_[0-9a-f]{16}$/),
      userId,
      seq: 4,
      type: 'daily_grant',
      amount: 5,
      balanceAfter: 20,
      reason: 'Daily credits',
      key: `daily#2026-11-04#${userId}`,
      actor: 'grant_daily_credits',
      source: 'task_2026-11-04',
      createdAt: '2026-11-04T18:30:00.000Z',
    });
    expect(Object.keys(newest ?? {}).sort()).toEqual(Object.keys(oldest ?? {}).sort());
    await credits.spend(userId, entry({ amount: 3 }));
    const after = await everything();
    expect(after.slice(1)).toEqual(before);
    expect(after[0]).toMatchObject({ seq: 5, amount: -3, balanceAfter: 17 });
    for (const row of after) expect(await credits.row(userId, row.seq)).toEqual(row);
    expect(await credits.row(userId, 6)).toBeNull();
  });

  it('pages of every size list daily credits without a gap', async () => {
    for (let n = 0; n < 30; n++) {
      await credits.grant(userId, grantOf(userId, dayAfter(firstDay, n)));
      if (n === 3 || n === 4 || n === 20) await credits.spend(userId, entry({ amount: 1 }));
    }
    const all = await everything();
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 33 }, (_, n) => 33 - n));
    for (const limit of [1, 2, 3, 7, 10, 11, 32, 33]) {
      const seen: object[] = [];
      let before: number | undefined;
      do {
        const page = await credits.page(userId, { limit, before });
        expect(page).toMatchObject({ balance: 147 });
        expect(page.transactions.length).toBeLessThanOrEqual(limit);
        seen.push(...page.transactions);
        before = page.next ?? undefined;
      } while (before !== undefined);
      expect(seen).toEqual(all);
    }
  });

  it('daily credits are reversed by their ID, once, wherever the row is', async () => {
    await days(14);
    const rows = await everything();
    const reversal = { reason: 'By mistake', actor: 'operator:1' };
    for (const at of [0, 5, 13]) {
      const row = rows[at] as (typeof rows)[number];
      const answer = { transaction: { amount: -5, reverses: row.id } };
      expect(await credits.reverse(userId, row.id, reversal)).toMatchObject({
        outcome: 'granted',
        ...answer,
      });
      expect(await credits.reverse(userId, row.id, reversal)).toMatchObject({
        outcome: 'already',
        ...answer,
      });
    }
    expect(await credits.reverse(userId, 'tx_14_0000000000000000', reversal)).toEqual({
      outcome: 'not_found',
    });
    expect(await credits.audit(userId)).toMatchObject({ isEqual: true, rows: 17, balance: 55 });
  });
});

describe('a day of daily credits', () => {
  it('a day is granted once, whatever the amount, and names its grant', async () => {
    const day = await days(3);
    const [row] = await everything();
    for (const amount of [5, 9])
      expect(await credits.grant(userId, grantOf(userId, day, amount))).toEqual({
        outcome: 'already',
        transaction: row,
      });
    await credits.spend(userId, entry({ amount: 1 }));
    expect(await credits.grant(userId, grantOf(userId, day))).toEqual({
      outcome: 'already',
      transaction: row,
    });
  });

  it('an omitted day is granted after later days, once', async () => {
    for (const n of [0, 1, 3, 4]) await credits.grant(userId, grantOf(userId, dayAfter(firstDay, n)));
    const late = grantOf(userId, dayAfter(firstDay, 2));
    expect(await credits.grant(userId, late)).toMatchObject({ outcome: 'granted', transaction: { seq: 5 } });
    for (let n = 0; n < 5; n++)
      expect(await credits.grant(userId, grantOf(userId, dayAfter(firstDay, n)))).toMatchObject({
        outcome: 'already',
        transaction: { key: claims.daily(dayAfter(firstDay, n), userId) },
      });
    await credits.grant(userId, grantOf(userId, dayAfter(firstDay, 5)));
    expect(await credits.audit(userId)).toMatchObject({ isEqual: true, rows: 6, balance: 30 });
  });

  it('a day that an earlier version granted with a claim is not granted again', async () => {
    const claim = claims.daily(firstDay, userId);
    const row = { userId, seq: 1, amount: 5, balanceAfter: 5, key: claim, id: 'tx_1_0123456789abcdef' };
    const createdAt = new Date(world.clock.now).toISOString();
    await table.put({ ...keyOf.creditClaim(claim), kind: 'credit_claim', userId, seq: 1 });
    await table.put({
      ...keyOf.creditRow(userId, 1),
      kind: 'credit_row',
      ...row,
      ...dailyGrant,
      type: 'daily_grant',
      createdAt,
    });
    await table.put({ ...keyOf.credits(userId), kind: 'credit_balance', userId, balance: 5, seq: 1 });
    const first = grantOf(userId, firstDay);
    expect(await credits.grant(userId, first)).toMatchObject({ outcome: 'already', transaction: { seq: 1 } });
    expect([...(await credits.claimed([{ userId, claim }])).keys()]).toEqual([claim]);
    await credits.grant(userId, grantOf(userId, dayAfter(firstDay, 1)));
    await credits.grant(userId, grantOf(userId, dayAfter(firstDay, 2)));
    expect(await credits.grant(userId, first)).toMatchObject({ outcome: 'already', transaction: { seq: 1 } });
    expect(await credits.audit(userId)).toMatchObject({ isEqual: true, rows: 3, balance: 15 });
  });

  it('a day that an earlier version granted in parallel is not granted again', async () => {
    for (const isSpent of [false, true]) {
      userId = newUserId();
      await days(3);
      const { balance, seq } = await credits.balance(userId);
      const day = dayAfter(firstDay, 3);
      const key = claims.daily(day, userId);
      const createdAt = `${day}T18:30:00.000Z`;
      const row = { id: 'tx_4_0123456789abcdef', userId, seq: seq + 1, type: 'daily_grant', amount: 5 };
      await table.put({ ...keyOf.creditClaim(key), kind: 'credit_claim', userId, seq: seq + 1 });
      await table.put({
        ...keyOf.creditRow(userId, seq + 1),
        kind: 'credit_row',
        ...row,
        ...dailyGrant,
        balanceAfter: balance + 5,
        key,
        createdAt,
      });
      await table.update({
        key: keyOf.credits(userId),
        update: 'SET balance = :balance, seq = :seq',
        values: { ':balance': balance + 5, ':seq': seq + 1 },
      });
      if (isSpent) await credits.spend(userId, entry({ amount: 1 }));
      expect(await credits.grant(userId, grantOf(userId, day))).toMatchObject({
        outcome: 'already',
        transaction: { id: row.id },
      });
      const next = dayAfter(day, 1);
      expect(await credits.grant(userId, grantOf(userId, next))).toMatchObject({ outcome: 'granted' });
      expect(await credits.grant(userId, grantOf(userId, next))).toMatchObject({ outcome: 'already' });
      calls.length = 0;
      await credits.grant(userId, grantOf(userId, dayAfter(next, 1)));
      expect(calls).toEqual(['GetItem', 'UpdateItem']);
      const rows = isSpent ? 7 : 6;
      expect(await credits.audit(userId)).toMatchObject({ isEqual: true, rows, balance: isSpent ? 29 : 30 });
      expect((await everything()).map((one) => one.seq)).toEqual(Array.from({ length: rows }, (_, n) => rows - n));
    }
  });

  it('a granted day is recognized without a write', async () => {
    await days(2);
    calls.length = 0;
    const asked = [0, 1, 2].map((n) => ({ userId, claim: claims.daily(dayAfter(firstDay, n), userId) }));
    const stranger = newUserId();
    const held = await credits.claimed([...asked, { userId: stranger, claim: claims.daily(firstDay, stranger) }]);
    expect([...held.keys()].sort()).toEqual(asked.slice(0, 2).map(({ claim }) => claim));
    expect(calls.filter((call) => !/Get|Query/.test(call))).toEqual([]);
  });

  it('many twins grant a day once, and parallel charges lose nothing', async () => {
    const day = dayAfter(await days(11), 1);
    const twins = await Promise.all([
      ...Array.from({ length: 8 }, () => credits.grant(userId, grantOf(userId, day))),
      ...Array.from({ length: 4 }, () => credits.spend(userId, entry({ amount: 1 }))),
    ]);
    expect(twins.filter(({ outcome }) => outcome === 'granted')).toHaveLength(5);
    expect(await credits.audit(userId)).toMatchObject({ isEqual: true, rows: 16, balance: 56 });
  });
});

describe('daily credits through the API', () => {
  const headers = { 'x-svc-dev-token': operatorToken };
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp(await newWorld());
  });

  it('a user lists daily credits, and an operator reverses a row and audits the ledger', async () => {
    const user = await newUser(app);
    for (let n = 0; n < 13; n++) {
      await app.operators.grantDailyCredits({ headers });
      app.world.clock.now += 86_400_000;
    }
    const own = { headers: await app.signIn(user.id) };
    const first = await app.credits.listCredits({ ...own, query: { limit: 12 } });
    if (first.status !== 200) throw new Error(JSON.stringify(first.body));
    expect(first.body).toMatchObject({ balance: 65, next_cursor: expect.any(String) });
    expect(first.body.transactions).toHaveLength(12);
    const cursor = first.body.next_cursor ?? '';
    const second = await app.credits.listCredits({ ...own, query: { limit: 12, cursor } });
    expect(second.body).toMatchObject({
      balance: 65,
      transactions: [{ balance_after: 5 }],
      next_cursor: null,
    });
    const transaction_id = first.body.transactions[7]?.id ?? '';
    const body = { user_id: user.id, transaction_id, reason: 'By mistake' };
    expect(await app.operators.reverseCredits({ body, headers })).toMatchObject({
      status: 200,
      body: { balance: 60, transaction: { amount: -5, reverses: transaction_id } },
    });
    expect(await app.ledger.audit(user.id)).toMatchObject({ isEqual: true, rows: 14, balance: 60 });
  });

  it('the export of an account has every row, in pages of any size', async () => {
    app.world.exportSizes = { pageRows: 2, partBytes: 1 };
    const user = await newUser(app);
    for (let n = 0; n < 13; n++) {
      if (n === 6) await app.ledger.grant(user.id, entry({ type: 'ADJUSTMENT' as const, amount: 5 }));
      await app.operators.grantDailyCredits({ headers });
      app.world.clock.now += 86_400_000;
    }
    const order = await app.privacy.exportAccount({ headers: await app.signIn(user.id) });
    if (order.status !== 202) throw new Error(JSON.stringify(order.body));
    await app.work('export');
    const file = app.world.objects.files.get(`exports/${user.id}/${order.body.export_id}.ndjson.gz`);
    const rows = gunzipSync(file ?? '')
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ record }) => record === 'credits');
    const seen = rows.sort((one, other) => one.seq - other.seq);
    expect(seen.map(({ seq, balanceAfter, amount }) => [seq, balanceAfter, amount])).toEqual(
      Array.from({ length: 14 }, (_, n) => [n + 1, 5 * (n + 1), 5]),
    );
    expect(Object.keys(seen[1] ?? {}).sort()).toEqual(Object.keys(seen[12] ?? {}).sort());
  });
});

it.each([
  ['in one write', 1, 'UpdateItem'],
  ['that moves rows', 0, 'TransactWriteItems'],
])('a crash at any call of a grant %s, and a second run, leave one row', async (_, apart, write) => {
  const before = 5;
  const calls = await crashTest({
    alsoTries: ['two_faults', 'repeat_at_once'],
    async prepare(app) {
      const turn = Date.parse(dayAfter(firstDay, before)) / 86_400_000;
      const some = newUserId();
      const id = some - ((some + turn) % maxRows) + apart;
      return { id, day: dayAfter(await days(before, app.ledger as typeof credits, id), 1) };
    },
    operation: (app, { id, day }) => app.ledger.grant(id, grantOf(id, day)),
    async check(app, { id, day }, { outcome }) {
      expect(['granted', 'already']).toContain(outcome);
      const { transactions } = await app.ledger.page(id, { limit: 100 });
      expect(transactions).toHaveLength(before + 1);
      expect(transactions.filter(({ key }) => key === claims.daily(day, id))).toHaveLength(1);
      expect(await app.ledger.audit(id)).toMatchObject({ isEqual: true, balance: 5 * (before + 1) });
    },
  });
  expect(calls.map(({ operation }) => operation)).toEqual(['GetItem', write]);
});
