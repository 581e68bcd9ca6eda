import { keyOf } from '#shared/credits/items.ts';
import type { Credits } from '#shared/credits/store/credits.ts';
import type { Table } from '#shared/store/table.ts';
import { newWorld, type World } from '#test/kit/harness.ts';
import { clients, lossyEngine } from '#test/store/lossy-engine.ts';
import { entry, ledgerOf, newUserId } from './scene.ts';

let world: World;
let credits: Credits;
let table: Table;
let calls: string[];
let user: number;
beforeAll(async () => {
  world = await newWorld();
  ({ credits, table, calls } = ledgerOf(world));
});
beforeEach(() => {
  user = newUserId();
  calls.length = 0;
});

const grantOf = (amount: number, given: object = {}) => entry({ type: 'daily_grant' as const, amount, ...given });
const rowsOf = async (userId = user) => (await credits.page(userId, { limit: 100 })).transactions;
const expectSound = async (userId = user) => {
  const { isEqual, balance, last } = await credits.audit(userId);
  expect(isEqual).toBe(true);
  expect(balance).toBe(last?.balanceAfter ?? 0);
  expect(balance).toBeGreaterThanOrEqual(0);
};
const keptClaim = (claim: string) => table.get(keyOf.creditClaim(claim), { consistent: true });

describe('a grant', () => {
  it('a grant costs one read and one transaction of three items', async () => {
    await credits.grant(user, grantOf(5));
    expect(calls).toEqual(['GetItem', 'TransactWriteItems of 3']);
    calls.length = 0;
    await credits.grant(user, grantOf(5));
    expect(calls).toEqual(['GetItem', 'TransactWriteItems of 3']);
  });

  it('a grant writes the row, the balance and a permanent claim', async () => {
    const grant = grantOf(5);
    const answer = await credits.grant(user, grant);
    expect(answer).toMatchObject({ outcome: 'granted', transaction: { amount: 5, balanceAfter: 5, seq: 1 } });
    expect(await credits.balance(user)).toMatchObject({ balance: 5, seq: 1 });
    expect(await keptClaim(grant.claim)).not.toHaveProperty('ttl');
    expect(await rowsOf()).toEqual(answer.outcome === 'granted' ? [answer.transaction] : []);
    await expectSound();
  });

  it('parallel grants with one claim are made once, and all return the same row', async () => {
    const grant = grantOf(5);
    const answers = await Promise.all(Array.from({ length: 20 }, () => credits.grant(user, grant)));
    expect(answers.filter(({ outcome }) => outcome === 'granted')).toHaveLength(1);
    const rows = await rowsOf();
    expect(rows).toHaveLength(1);
    for (const answer of answers) expect(answer).toMatchObject({ transaction: rows[0] as object });
    await expectSound();
  });

  it('a claim is unique whatever the amount, the type, the user and the time', async () => {
    const grant = grantOf(5);
    const stranger = newUserId();
    await credits.grant(user, grant);
    world.clock.now += 3 * 365 * 86_400_000;
    const again = { ...grant, amount: 7, type: 'ADJUSTMENT' as const };
    expect(await credits.grant(user, again)).toMatchObject({
      outcome: 'already',
      transaction: { amount: 5 },
    });
    expect(await credits.grant(stranger, grant)).toMatchObject({
      outcome: 'already',
      transaction: { userId: user },
    });
    expect(await credits.balance(stranger)).toMatchObject({ balance: 0, seq: 0 });
  });

  it('parallel grants with claims of their own are all made', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => credits.grant(user, grantOf(2))));
    expect(answers.every(({ outcome }) => outcome === 'granted')).toBe(true);
    expect(await credits.balance(user)).toMatchObject({ balance: 50, seq: 25 });
    await expectSound();
  });

  it.each([0, 1.5, Number.NaN, 2 ** 60])('a grant of %j credits is an error, and writes nothing', async (amount) => {
    await expect(credits.grant(user, grantOf(amount))).rejects.toThrow(RangeError);
    expect(calls).toEqual([]);
  });

  it('a grant of negative credits is an error, and writes nothing', async () => {
    await expect(credits.grant(user, grantOf(-1))).rejects.toThrow(RangeError);
    expect(await rowsOf()).toEqual([]);
  });

  it('a grant includes further steps in its transaction', async () => {
    const record = { pk: `TEST#${user}`, sk: 'x' };
    const also = [{ put: { ...record, n: 1 }, condition: 'attribute_not_exists(pk)' }];
    const grant = grantOf(5, { also });
    expect(await credits.grant(user, grant)).toMatchObject({ outcome: 'granted' });
    expect(await table.get(record, { consistent: true })).toMatchObject({ n: 1 });
    expect(await credits.grant(user, grantOf(5, { also }))).toEqual({ outcome: 'refused' });
    expect(await credits.grant(user, grant)).toMatchObject({ outcome: 'already' });
    expect(await credits.balance(user)).toMatchObject({ balance: 5, seq: 1 });
  });
});

describe.each(clients)('lost answers through %s', (_, dynamoAt) => {
  it.each(['GetItem', 'TransactWriteItems'])('a grant of %s recognizes its own write', async (operation) => {
    const engine = await lossyEngine();
    try {
      const lossy = ledgerOf(world, dynamoAt(engine.endpoint)).credits;
      engine.loseAnswerOf(operation);
      expect(await lossy.grant(user, grantOf(5))).toMatchObject({ outcome: 'granted' });
      expect(await rowsOf()).toHaveLength(1);
      await expectSound();
    } finally {
      await engine.stop();
    }
  });
});

describe('spending', () => {
  it('ten of 50 parallel charges over a balance of 10 succeed', async () => {
    await credits.grant(user, grantOf(10));
    const answers = await Promise.all(Array.from({ length: 50 }, () => credits.spend(user, entry({ amount: 1 }))));
    expect(answers.filter(({ outcome }) => outcome === 'granted')).toHaveLength(10);
    expect(answers.filter(({ outcome }) => outcome === 'insufficient')).toHaveLength(40);
    expect(await credits.balance(user)).toMatchObject({ balance: 0, seq: 11 });
    await expectSound();
  });

  it('a refused charge writes nothing, and its claim stays free', async () => {
    const spent = entry({ amount: 3 });
    expect(await credits.spend(user, spent)).toEqual({ outcome: 'insufficient', balance: 0 });
    expect(calls).toEqual(['GetItem', 'GetItem']);
    await credits.grant(user, grantOf(3));
    expect(await credits.spend(user, spent)).toMatchObject({
      outcome: 'granted',
      transaction: { amount: -3 },
    });
  });

  it('a repeated charge over an empty balance returns the first row', async () => {
    await credits.grant(user, grantOf(3));
    const spent = entry({ amount: 3 });
    const first = await credits.spend(user, spent);
    expect(await credits.spend(user, spent)).toEqual({ ...first, outcome: 'already' });
    expect(await rowsOf()).toHaveLength(2);
  });

  it.each([0, -1, 0.5])('%j credits is a mistake', async (amount) => {
    await expect(credits.spend(user, entry({ amount }))).rejects.toThrow(RangeError);
  });
});

describe('reversing', () => {
  const reversal = { reason: 'By mistake', actor: 'test' };
  const granted = async (amount: number) => {
    const answer = await credits.grant(user, grantOf(amount));
    if (answer.outcome !== 'granted') throw new Error(answer.outcome);
    return answer.transaction;
  };

  it('reversing adds one row of the opposite sign that names the first, which does not change', async () => {
    const row = await granted(5);
    const answers = await Promise.all(Array.from({ length: 5 }, () => credits.reverse(user, row.id, reversal)));
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual([...Array(4).fill('already'), 'granted']);
    const [newest, first, ...rest] = await rowsOf();
    expect(newest).toMatchObject({ type: 'reversal', amount: -5, reverses: row.id, balanceAfter: 0 });
    expect([first, rest]).toEqual([row, []]);
    await expectSound();
  });

  it('reversing returns spent credits', async () => {
    await granted(5);
    const spent = await credits.spend(user, entry({ amount: 4 }));
    if (spent.outcome !== 'granted') throw new Error(spent.outcome);
    await credits.reverse(user, spent.transaction.id, reversal);
    expect(await credits.balance(user)).toMatchObject({ balance: 5 });
    await expectSound();
  });

  it('reversing never lowers a balance below zero', async () => {
    const row = await granted(5);
    await credits.spend(user, entry({ amount: 1 }));
    expect(await credits.reverse(user, row.id, reversal)).toEqual({ outcome: 'insufficient', balance: 4 });
    await credits.grant(user, grantOf(1));
    expect(await credits.reverse(user, row.id, reversal)).toMatchObject({ outcome: 'granted' });
  });

  it("a reversal, another user's row and an unknown row cannot be reversed", async () => {
    const row = await granted(5);
    const answer = await credits.reverse(user, row.id, reversal);
    if (answer.outcome !== 'granted') throw new Error(answer.outcome);
    expect(await credits.reverse(user, answer.transaction.id, reversal)).toEqual({ outcome: 'is_reversal' });
    for (const id of ['', 'tx_1', 'tx_1_0000000000000000', 'tx_0_0000000000000000', `${row.id}x`])
      expect(await credits.reverse(user, id, reversal)).toEqual({ outcome: 'not_found' });
    expect(await credits.reverse(newUserId(), row.id, reversal)).toEqual({ outcome: 'not_found' });
  });
});

describe('grants to many', () => {
  const toAll = (users: readonly number[], run: string) =>
    users.map((userId) => ({ userId, ...grantOf(5), claim: `run#${run}#${userId}` }));
  const run = async (grants: ReturnType<typeof toAll>) => {
    const told: Record<string, number> = {};
    await credits.grantMany(grants, (_, { outcome }) => {
      told[outcome] = (told[outcome] ?? 0) + 1;
    });
    return told;
  };

  it('grants to many read 100 users in two calls, then write one transaction each, and repeated only read', async () => {
    const users = Array.from({ length: 150 }, newUserId);
    const grants = toAll(users, 'a');
    expect(await run(grants)).toEqual({ granted: 150 });
    expect(calls.filter((call) => call === 'BatchGetItem')).toHaveLength(4);
    expect(calls.filter((call) => call === 'TransactWriteItems of 3')).toHaveLength(150);
    expect(calls).toHaveLength(154);
    calls.length = 0;
    expect(await run(grants)).toEqual({ already: 150 });
    expect(calls).toEqual(Array(4).fill('BatchGetItem'));
    for (const one of users.slice(0, 5)) await expectSound(one);
  });

  it('two parallel runs of grants pay every user once', async () => {
    const users = Array.from({ length: 30 }, newUserId);
    const outcomes = await Promise.all([
      run(toAll(users, 'b')),
      run(toAll(users, 'b')),
      ...users.map((one) => credits.grant(one, grantOf(2))),
    ]);
    const [one, other] = outcomes as Record<string, number>[];
    expect((one?.granted ?? 0) + (other?.granted ?? 0)).toBe(30);
    expect((one?.already ?? 0) + (other?.already ?? 0)).toBe(30);
    for (const userId of users) {
      expect(await credits.balance(userId)).toMatchObject({ balance: 7, seq: 2 });
      await expectSound(userId);
    }
  });

  it('grants to many continue after a failed user, and report it', async () => {
    const users = Array.from({ length: 20 }, newUserId);
    const grants = toAll(users, 'c');
    const bad = grants[7] as (typeof grants)[number];
    bad.amount = 0.5;
    const failed: number[] = [];
    await credits.grantMany(grants, ({ userId }, { outcome }) => {
      if (outcome === 'failed') failed.push(userId);
    });
    expect(failed).toEqual([bad.userId]);
    const balances = await credits.balances(users);
    expect(users.filter((userId) => balances.get(userId)?.balance === 5)).toHaveLength(19);
  });
});

describe('a page of a ledger', () => {
  it('pages of a ledger have all rows, newest first, without a gap, also during writes', async () => {
    for (let n = 1; n <= 7; n++) await credits.grant(user, grantOf(n));
    const seen: number[] = [];
    let before: number | undefined;
    for (;;) {
      const { transactions, next } = await credits.page(user, { limit: 3, before });
      seen.push(...transactions.map(({ amount }) => amount));
      await credits.grant(user, grantOf(100));
      if (next === null) break;
      before = next;
    }
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });

  it('the last page of a ledger ends with the last row', async () => {
    await credits.grant(user, grantOf(1));
    await credits.grant(user, grantOf(1));
    expect(await credits.page(user, { limit: 2 })).toMatchObject({ next: null });
    expect(await credits.page(user, { limit: 1, before: 2 })).toMatchObject({ balance: 2, next: null });
    expect(await credits.page(newUserId(), { limit: 2 })).toEqual({
      balance: 0,
      transactions: [],
      next: null,
    });
  });
});

describe('the audit of a ledger', () => {
  const filled = async () => {
    for (let n = 0; n < 3; n++) await credits.grant(user, grantOf(5));
    expect(await credits.audit(user)).toMatchObject({ balance: 15, sum: 15, rows: 3, isEqual: true });
  };

  it('the audit of a ledger is sound during writes', async () => {
    const audits = Array.from({ length: 10 }, () => credits.audit(user));
    const grants = Array.from({ length: 10 }, () => credits.grant(user, grantOf(1)));
    for (const { isEqual } of await Promise.all(audits)) expect(isEqual).toBe(true);
    await Promise.all(grants);
  });

  it.each([
    ['a balance that was changed', () => ({ key: keyOf.credits(user), update: 'SET balance = :n' })],
    ['an amount that was changed', () => ({ key: keyOf.creditRow(user, 2), update: 'SET amount = :n' })],
    ["a row's balance that was changed", () => ({ key: keyOf.creditRow(user, 2), update: 'SET balanceAfter = :n' })],
  ])('the audit of a ledger finds %s', async (_, change) => {
    await filled();
    await table.update({ ...change(), values: { ':n': 6 } });
    expect(await credits.audit(user)).toMatchObject({ isEqual: false });
  });

  it('the audit of a ledger finds a missing row', async () => {
    await filled();
    await table.remove(keyOf.creditRow(user, 3));
    expect(await credits.audit(user)).toMatchObject({ isEqual: false, rows: 2 });
  });
});
