import { keyOf } from '#shared/limits/items.ts';
import { type RateLimit, rateLimitsIn } from '#shared/limits/rate-limits.ts';
import type { Table } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { lossyEngine } from '#test/store/lossy-engine.ts';

const clock = { now: Date.parse('2026-11-21T12:00:00Z') };
const five: RateLimit = { name: 'test', limit: 5, windowSeconds: 900 };
let engine: Awaited<ReturnType<typeof lossyEngine>>;
let table: Table;
let limits: ReturnType<typeof rateLimitsIn>;
beforeAll(async () => {
  const { prefix } = await newWorld();
  engine = await lossyEngine();
  table = engine.table(`${prefix}accounts`);
  limits = rateLimitsIn(table, { now: () => clock.now });
});
afterAll(() => engine.stop());

let callers = 0;
let caller: string;
beforeEach(() => {
  caller = `caller ${++callers}`;
});
const takeMany = (many: number, limit = five) => Promise.all(Array.from({ length: many }, () => limits.take(limit, caller)));
const allowed = (takes: { isAllowed: boolean }[]) => takes.filter(({ isAllowed }) => isAllowed).length;
const stored = () => table.get(keyOf.rateLimit(five.name, caller), { consistent: true });

describe('a rate limit', () => {
  it('a rate limit starts anew when its window is from a clock that was a day ahead', async () => {
    clock.now += 86_400_000;
    expect(allowed(await takeMany(7))).toBe(5);
    clock.now -= 86_400_000;
    expect(await limits.isUsedUp(five, caller, 'a use')).toBe(false);
    const takes = await takeMany(7);
    expect(allowed(takes)).toBe(5);
    expect(Math.max(...takes.map(({ resetSeconds }) => resetSeconds))).toBeLessThanOrEqual(900);
  });

  it('a rate limit counts down one by one, then refuses, and says how long until it starts anew', async () => {
    const seen: [boolean, number, number][] = [];
    for (let i = 0; i < 7; i++) {
      const { isAllowed, remaining, resetSeconds } = await limits.take(five, caller);
      seen.push([isAllowed, remaining, resetSeconds]);
      clock.now += 10_000;
    }
    expect(seen).toEqual([
      [true, 4, 900],
      [true, 3, 890],
      [true, 2, 880],
      [true, 1, 870],
      [true, 0, 860],
      [false, 0, 850],
      [false, 0, 840],
    ]);
  });

  it('a rate limit allows exactly its number of 200 takes side by side', async () => {
    const takes = await takeMany(200);
    expect(allowed(takes)).toBe(5);
    const remaining = takes.filter(({ isAllowed }) => isAllowed).map((taken) => taken.remaining);
    expect(remaining.sort()).toEqual([0, 1, 2, 3, 4]);
  });

  it('a rate limit starts its window with the first use, holds it to the last millisecond, and ends it by time', async () => {
    await takeMany(5);
    clock.now += 899_999;
    expect(await limits.take(five, caller)).toMatchObject({ isAllowed: false, resetSeconds: 1 });
    clock.now += 1;
    expect(await limits.take(five, caller)).toMatchObject({
      isAllowed: true,
      remaining: 4,
      resetSeconds: 900,
    });
  });

  it('a rate limit starts one new window for 200 takes side by side', async () => {
    await takeMany(9);
    clock.now += 900_000;
    expect(allowed(await takeMany(200))).toBe(5);
  });

  it('a rate limit counts each caller, and each limit, by itself', async () => {
    await takeMany(6);
    expect(await limits.take(five, `${caller}0`)).toMatchObject({ isAllowed: true, remaining: 4 });
    expect(await limits.take({ ...five, name: 'other' }, caller)).toMatchObject({ remaining: 4 });
  });

  it('a rate limit counts a use that was given back as none', async () => {
    await takeMany(3);
    for (let i = 0; i < 20; i++) {
      const taken = await limits.take(five, caller);
      expect(taken).toMatchObject({ isAllowed: true, remaining: 1 });
      expect(await limits.giveBack(five, caller, taken)).toEqual({ remaining: 2 });
    }
    expect(allowed(await takeMany(5))).toBe(2);
  });

  it('a rate limit forgets a window whose uses were all given back, one after the other or side by side', async () => {
    const only = await limits.take(five, caller);
    expect(await limits.giveBack(five, caller, only)).toEqual({ remaining: 5 });
    expect(await stored()).toBeNull();
    const some = await takeMany(4);
    await Promise.all(some.map((taken) => limits.giveBack(five, caller, taken)));
    expect(await stored()).toBeNull();
    clock.now += 600_000;
    expect(await limits.take(five, caller)).toMatchObject({ resetSeconds: 900 });
  });

  it('a rate limit gives nothing back twice, nor of a window that is over', async () => {
    const [one, ...others] = await takeMany(3);
    if (!one) throw new Error();
    await limits.giveBack(five, caller, one);
    await limits.giveBack(five, caller, one);
    expect((await limits.take(five, caller)).remaining).toBe(2);
    clock.now += 900_000;
    await takeMany(3);
    for (const old of others) await limits.giveBack(five, caller, old);
    expect((await limits.take(five, caller)).remaining).toBe(1);
  });

  it('a rate limit counts once what the client sent again because its answer was lost', async () => {
    engine.loseAnswerOf('UpdateItem');
    const first = await limits.take(five, caller);
    expect(first).toMatchObject({ isAllowed: true, remaining: 4 });
    await takeMany(3);
    engine.loseAnswerOf('UpdateItem');
    const last = await limits.take(five, caller);
    expect(last).toMatchObject({ isAllowed: true, remaining: 0 });
    engine.loseAnswerOf('UpdateItem');
    await limits.giveBack(five, caller, last);
    expect((await limits.take(five, caller)).remaining).toBe(0);
    expect((await limits.take(five, caller)).isAllowed).toBe(false);

    clock.now += 900_000;
    engine.loseAnswerOf('PutItem');
    const anew = await limits.take(five, caller);
    expect(anew).toMatchObject({ isAllowed: true, remaining: 4 });
    engine.loseAnswerOf('DeleteItem');
    await limits.giveBack(five, caller, anew);
    expect(await stored()).toBeNull();
  });

  it('a rate limit tells uses that will not be given back from those in flight, and takes these for the others after ten seconds', async () => {
    const [one, two] = await takeMany(5);
    if (!one || !two) throw new Error();
    const refused = async () => {
      const { isAllowed, isSpent } = await limits.take(five, caller);
      return [isAllowed, isSpent];
    };
    expect(await refused()).toEqual([false, false]);
    await limits.settle(five, caller, one);
    await limits.settle(five, caller, one);
    engine.loseAnswerOf('UpdateItem');
    await limits.settle(five, caller, two);
    expect(await refused()).toEqual([false, false]);
    clock.now += 9999;
    expect(await refused()).toEqual([false, false]);
    clock.now += 1;
    expect(await refused()).toEqual([false, true]);
  });

  it('a rate limit knows of nothing settled in a new window, nor takes it from an old one', async () => {
    const [old, ...others] = await takeMany(5);
    if (!old) throw new Error();
    await Promise.all(others.map((taken) => limits.settle(five, caller, taken)));
    clock.now += 900_000;
    expect(await limits.take(five, caller)).toMatchObject({ isAllowed: true, remaining: 4, isSpent: false });
    await limits.settle(five, caller, old);
    expect(await limits.take(five, caller)).toMatchObject({ remaining: 3, isSpent: false });
  });

  it('a rate limit is kept as an item that goes some time after its window', async () => {
    await limits.take(five, caller);
    expect(await stored()).toMatchObject({
      kind: 'rate_limit',
      endsAt: clock.now + 900_000,
      ttl: Math.ceil(clock.now / 1000) + 900,
    });
  });

  describe('with a share of it', () => {
    const share = (id: string) => ({ id, limit: 2 });
    const take = (id: string) => limits.take(five, caller, undefined, share(id));

    it('a rate limit with a share of it allows exactly what both allow, of 100 takes side by side', async () => {
      expect(allowed(await Promise.all(Array.from({ length: 100 }, () => take('a'))))).toBe(2);
      expect(await take('b')).toMatchObject({ isAllowed: true, remaining: 1 });
      const others = ['b', 'c', 'c', 'c', 'd', 'e'].map((id) => take(id));
      expect(allowed(await Promise.all(others))).toBe(2);
      expect(await take('f')).toMatchObject({ isAllowed: false, remaining: 0 });
    });

    it('a rate limit with a share of it gives back to both, and forgets a window without uses', async () => {
      const [one, two] = [await take('a'), await take('a')];
      expect(await limits.giveBack(five, caller, two)).toEqual({ remaining: 1 });
      expect(await take('a')).toMatchObject({ isAllowed: true, remaining: 0 });
      const other = await take('b');
      expect(await limits.giveBack(five, caller, other)).toEqual({ remaining: 2 });
      expect(await take('a')).toMatchObject({ isAllowed: false });
      await limits.giveBack(five, caller, one);
      expect(await take('a')).toMatchObject({ isAllowed: true });
    });

    it('a rate limit with a share of it counts, and gives back, once when the answer is lost', async () => {
      engine.loseAnswerOf('UpdateItem');
      const one = await take('a');
      const two = await take('a');
      expect(two).toMatchObject({ isAllowed: true, remaining: 0 });
      engine.loseAnswerOf('UpdateItem');
      await limits.giveBack(five, caller, two);
      engine.loseAnswerOf('DeleteItem');
      await limits.giveBack(five, caller, one);
      expect(await stored()).toBeNull();
    });

    it('a rate limit with a share of it starts anew with the window, and once when the answer is lost', async () => {
      await Promise.all([take('a'), take('a'), take('b')]);
      clock.now += 900_000;
      engine.loseAnswerOf('PutItem');
      expect(await take('b')).toMatchObject({ isAllowed: true, remaining: 1 });
      expect(Object.keys((await stored()) ?? {}).filter((name) => name.startsWith('share_'))).toEqual(['share_b']);
      expect(allowed(await Promise.all([take('b'), take('b'), take('a')]))).toBe(2);
    });

    it('a rate limit with a share of it is spent when its own uses are settled, or those of the whole limit', async () => {
      const both = [await take('a'), await take('a')];
      for (const taken of both) await limits.settle(five, caller, taken);
      expect(await take('a')).toMatchObject({ isAllowed: false, isSpent: true });
      const others = [await take('b'), await take('b'), await take('c')];
      expect(await take('d')).toMatchObject({ isAllowed: false, isSpent: false });
      for (const taken of others) await limits.settle(five, caller, taken);
      expect(await take('d')).toMatchObject({ isAllowed: false, isSpent: true });
    });

    it('a rate limit with a share of it is forgotten with its caller', async () => {
      await Promise.all([take('a'), take('b')]);
      await table.transact([limits.clearPart(five, caller)]);
      expect(await stored()).toBeNull();
      await table.transact([limits.clearPart(five, caller)]);
    });
  });
});

it('says by a read whether a named use would be refused: not one that counts already, nor in the next window', async () => {
  const isUsedUp = (use: string) => limits.isUsedUp(five, caller, use);
  expect(await isUsedUp('a')).toBe(false);
  for (const use of ['a', 'b', 'c', 'd', 'e']) {
    expect(await isUsedUp('f')).toBe(false);
    await limits.take(five, caller, use);
  }
  expect([await isUsedUp('f'), await isUsedUp('a')]).toEqual([true, false]);
  clock.now += 900_000;
  expect(await isUsedUp('f')).toBe(false);
});
