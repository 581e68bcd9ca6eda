import { dayKeysIn } from '#shared/destinations/store/day-keys.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newWorld, type World } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const place = { accountId: 7, lastDay: '2026-11-29', context: 'order-1' };
let world: World;
let table: Table;
let reads: number;

beforeEach(async () => {
  world = await newWorld();
  const dynamo = testDynamo();
  reads = 0;
  table = tableAt(`${world.prefix}transient`, (operation, input) => {
    if (operation === 'GetItem') reads++;
    return dynamo(operation, input);
  });
});
const process = () => dayKeysIn(table, { now: () => world.clock.now });

describe('the key of an account and a day', () => {
  it('opens in another process what it sealed, only for its account, day and context', async () => {
    const sealed = await process().seal(place, 'ada@example.com');
    expect(sealed).not.toContain(Buffer.from('ada@example').toString('base64url').slice(0, 10));
    expect(await process().open(place, sealed)).toBe('ada@example.com');
    await expect(process().open({ ...place, context: 'order-2' }, sealed)).rejects.toThrow();
    expect(await process().open({ ...place, accountId: 8 }, sealed)).toBeNull();
    expect(await process().open({ ...place, lastDay: '2026-11-28' }, sealed)).toBeNull();
    await process().seal({ ...place, accountId: 8 }, 'x');
    await expect(process().open({ ...place, accountId: 8 }, sealed)).rejects.toThrow();
  });

  it('is one for two processes that make it at the same time', async () => {
    const [one, other] = [process(), process()];
    const [first, second] = await Promise.all([one.seal(place, 'a'), other.seal(place, 'b')]);
    expect(await Promise.all([other.open(place, first), one.open(place, second)])).toEqual(['a', 'b']);
    expect(await allItems(world, 'transient')).toHaveLength(1);
  });

  it('is read once in a process, and seals equal texts differently', async () => {
    await process().seal(place, 'x');
    const keys = process();
    reads = 0;
    const sealed = await Promise.all(Array.from({ length: 20 }, () => keys.seal(place, 'x')));
    expect(new Set(sealed).size).toBe(20);
    expect(reads).toBe(1);
  });

  it('is read again after a read that failed', async () => {
    let isDown = true;
    const keys = dayKeysIn({ ...table, find: async (key) => (isDown ? Promise.reject(new Error('down')) : table.find(key)) } as Table, {
      now: () => world.clock.now,
    });
    await expect(keys.seal(place, 'x')).rejects.toThrow('down');
    isDown = false;
    expect(await keys.open(place, await keys.seal(place, 'x'))).toBe('x');
  });

  it('opens on its last day and no longer, also in a process that knows it', async () => {
    const keys = process();
    const sealed = await keys.seal(place, 'x');
    world.clock.now = Date.parse('2026-11-29T23:59:59.999Z');
    expect(await keys.open(place, sealed)).toBe('x');
    world.clock.now += 1;
    expect(await keys.open(place, sealed)).toBeNull();
    expect(await process().open(place, sealed)).toBeNull();
  });

  it('is destroyed in the first night after its last day, and those of later days stay', async () => {
    const keys = process();
    await keys.seal(place, 'x');
    await keys.seal({ ...place, accountId: 8 }, 'x');
    const later = await keys.seal({ ...place, lastDay: '2026-11-30' }, 'x');
    world.clock.now = Date.parse('2026-11-29T22:00:00Z');
    expect(await process().destroyEnded()).toBe(0);
    world.clock.now += days(1);
    expect(await process().destroyEnded()).toBe(2);
    expect((await allItems(world, 'transient')).map(({ pk }) => pk)).toEqual(['DAYKEY#2026-11-30']);
    expect(await process().open({ ...place, lastDay: '2026-11-30' }, later)).toBe('x');
    // Nothing but a copy of the table could bring the key back.
    world.clock.now = Date.parse('2026-11-29T12:00:00Z');
    expect(await process().open(place, 'anything')).toBeNull();
  });
});

it('the night destroys the keys of past days also when no backup is fresh', async () => {
  const { startApp } = await import('#test/kit/harness.ts');
  const app = await startApp(world);
  await process().seal(place, 'x');
  world.clock.now = Date.parse('2026-11-30T22:00:00Z');
  const run = await app.runAtNight({ job: 'prune_old_rows', scheduledAt: '2026-11-30T22:00:00Z' });
  expect(run).toMatchObject({ status: 'failed' });
  expect(await allItems(world, 'transient')).toEqual([]);
});
