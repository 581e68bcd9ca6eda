import { sdkDynamo } from '#lib/ops/aws/sdk-dynamo.ts';
import { balancesWithDay } from '#lib/ops/migrate/balances-with-day.ts';
import { migrations } from '#lib/ops/migrate/migrations.ts';
import { runMigration } from '#lib/ops/migrate/run-migration.ts';
import { keyOf as keyOfCredits } from '#shared/credits/items.ts';
import { claims, dailyGrant } from '#shared/credits/rules/credits.ts';
import { dailyRowsOf } from '#shared/credits/store/daily-rows.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { keyOf as keyOfStore } from '#shared/store/items.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { entry, ledgerOf, newUserId } from '#test/api/credits/scene.ts';
import { newWorld, type World } from '#test/kit/harness.ts';

const firstDay = '2026-11-01';
let world: World;
let ledger: ReturnType<typeof ledgerOf>;
beforeEach(async () => {
  world = await newWorld();
  ledger = ledgerOf(world);
});

const grantOf = (userId: number, day: string) => ({
  ...dailyGrant,
  type: 'daily_grant' as const,
  amount: 5,
  claim: claims.daily(day, userId),
});

async function oldLedger(days: number, charges = 0): Promise<number> {
  const userId = newUserId();
  const { credits, table } = ledger;
  await credits.grant(userId, entry({ type: 'signup_grant' as const, amount: 5 }));
  for (let n = 0; n < days; n++) {
    await credits.grant(userId, grantOf(userId, dayAfter(firstDay, n)));
    await table.update({ key: keyOfCredits.credits(userId), update: 'REMOVE daily' });
  }
  for (let n = 0; n < charges; n++) await credits.spend(userId, entry({ amount: 1 }));
  return userId;
}
const dailyOf = async (userId: number) => dailyRowsOf((await ledger.table.get(keyOfCredits.credits(userId))) ?? keyOfCredits.credits(0));

const run = (given: { dynamo?: Dynamo; action?: 'run' | 'dry_run' | 'verify'; signal?: AbortSignal } = {}) =>
  runMigration(
    balancesWithDay,
    {
      dynamo: sdkDynamo(),
      action: 'run',
      perSecond: 1e6,
      pause: async () => {},
      tableName: `${world.prefix}accounts`,
      ...given,
    },
    { signal: new AbortController().signal, onStep: () => {}, ...given },
  );

it('every migration has a name of its own and says what it is for', () => {
  expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length);
  for (const { name, about } of migrations) {
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(about).toMatch(/^[A-Z].{20,}\.$/);
  }
});

it('notes the latest day in each balance, after which a day is one write, and no day is granted twice', async () => {
  const users = [await oldLedger(3), await oldLedger(2, 4), await oldLedger(0)];
  expect(await run({ action: 'dry_run' })).toEqual({ looked: 3, old: 3, changed: 0 });
  expect(await dailyOf(users[0] as number)).toBeUndefined();
  expect(await run()).toEqual({ looked: 3, old: 3, changed: 3 });
  expect((await Promise.all(users.map(dailyOf))).map((daily) => daily?.day)).toEqual(['2026-11-03', '2026-11-02', '']);
  expect(await run({ action: 'verify' })).toEqual({ looked: 3, old: 0, changed: 0 });
  for (const [at, userId] of users.entries()) {
    const last = [2, 1, -1][at] as number;
    for (let n = 0; n <= last; n++)
      expect(await ledger.credits.grant(userId, grantOf(userId, dayAfter(firstDay, n)))).toMatchObject({
        outcome: 'already',
      });
    ledger.calls.length = 0;
    await ledger.credits.grant(userId, grantOf(userId, dayAfter(firstDay, last + 1)));
    expect(ledger.calls).toEqual(['GetItem', 'UpdateItem']);
    expect(await ledger.credits.audit(userId)).toMatchObject({ isEqual: true });
  }
});

it('stopped at any call, the same command continues, and changes each item once', async () => {
  const users = [await oldLedger(2), await oldLedger(1), await oldLedger(1, 2)];
  const [first = 0] = users;
  for (let calls = 1; ; calls++) {
    let left = calls;
    const dynamo: Dynamo = async (operation, input) => {
      if (left-- <= 0) throw new Error('The machine went away.');
      return await sdkDynamo()(operation, input);
    };
    const before = await dailyOf(first);
    const counts = await run({ dynamo }).catch(() => null);
    if (before) expect(await dailyOf(first)).toEqual(before);
    if (counts) break;
  }
  for (const userId of users) expect(await dailyOf(userId)).toBeDefined();
  expect(await ledger.table.get(keyOfStore.migration('balances-with-day'))).toBeNull();
  expect(await run({ action: 'verify' })).toMatchObject({ old: 0 });
});

it('remembers how far it came, beyond a stop', async () => {
  await Promise.all(Array.from({ length: 12 }, () => oldLedger(1)));
  const stop = new AbortController();
  const byOne: Dynamo = async (operation, input) => {
    if (operation === 'UpdateItem') stop.abort(new Error('Stopped.'));
    return await sdkDynamo()(operation, operation === 'Scan' ? { ...input, Limit: 1 } : input);
  };
  await expect(run({ dynamo: byOne, signal: stop.signal })).rejects.toThrow('Stopped.');
  const kept = await ledger.table.get(keyOfStore.migration('balances-with-day'));
  expect(kept).toMatchObject({ counts: { changed: 1 } });
  expect(await run()).toMatchObject({ looked: 12, changed: 12 });
});

it.each(['dry_run', 'verify'] as const)('a %s of many pages writes nothing, not even how far it came', async (action) => {
  await Promise.all(Array.from({ length: 3 }, () => oldLedger(1)));
  const writes: string[] = [];
  const byOne: Dynamo = async (operation, input) => {
    if (!/^(Get|Scan|Query|BatchGet)/.test(operation)) writes.push(operation);
    return await sdkDynamo()(operation, operation === 'Scan' ? { ...input, Limit: 1 } : input);
  };
  expect(await run({ dynamo: byOne, action })).toMatchObject({ looked: 3, old: 3, changed: 0 });
  expect(writes).toEqual([]);
});

it('loses nothing that the service writes meanwhile', async () => {
  const users = await Promise.all(Array.from({ length: 10 }, () => oldLedger(2)));
  await Promise.all([
    run(),
    run(),
    ...users.flatMap((userId) => [
      ledger.credits.grant(userId, grantOf(userId, dayAfter(firstDay, 2))),
      ledger.credits.spend(userId, entry({ amount: 1 })),
    ]),
  ]);
  for (const userId of users) {
    expect(await ledger.credits.audit(userId)).toMatchObject({ isEqual: true, rows: 5, balance: 19 });
    expect(await ledger.credits.grant(userId, grantOf(userId, dayAfter(firstDay, 2)))).toMatchObject({
      outcome: 'already',
    });
  }
  expect(await run({ action: 'verify' })).toMatchObject({ old: 0 });
});

it('takes no more than it may of a table in a second', async () => {
  await Promise.all(Array.from({ length: 6 }, () => oldLedger(1)));
  const pauses: number[] = [];
  await runMigration(
    balancesWithDay,
    {
      dynamo: sdkDynamo(),
      action: 'run',
      perSecond: 2,
      now: () => 0,
      tableName: `${world.prefix}accounts`,
      pause: async (ms) => void pauses.push(ms),
    },
    { signal: new AbortController().signal, onStep: () => {} },
  );
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBe(3000);
});
