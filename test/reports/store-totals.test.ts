import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { keyOf } from '#shared/reports/items.ts';
import { toWire } from '#shared/store/attribute-values.ts';
import { overflowKey } from '#shared/store/overflow-shards.ts';
import { addDecimals } from '#shared/values/decimal.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { sizeOf } from '#test/bench/search-units.ts';
import { counted, recordOf, totalsOnEngine } from '#test/store/stream-of.ts';

let engine: Awaited<ReturnType<typeof totalsOnEngine>>;
beforeAll(async () => {
  engine = await totalsOnEngine();
});
async function itemsOf(table: typeof engine.table, accountId: number) {
  const { pk } = keyOf.total(accountId, 'live', 'click', '2026-11-01', '');
  const pks = [pk, ...Array.from({ length: 128 }, (_, i) => overflowKey(pk, i))];
  const found = pks.map((one) => Array.fromAsync(table.query(one, ['2026', '2027'], { consistent: true })));
  return (await Promise.all(found)).flat();
}
const account = () => randomInt(1, 2 ** 47);

describe('each record counts once, to the last digit', () => {
  const amount = fc.oneof(
    fc
      .integer({ min: 1, max: 9999 })
      .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`.replace(/\.?0+$/, '')),
    fc.bigInt({ min: 1n, max: 10n ** 20n - 1n }).map((tail) => `999999999999.${String(tail).padStart(20, '0')}`.replace(/0+$/, '')),
  );
  const event = fc.record({ campaign: fc.constantFrom('spring', 'autumn'), value: amount });
  const step = fc.record({
    shard: fc.nat(1),
    back: fc.nat(6),
    length: fc.integer({ min: 1, max: 8 }),
    dies: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, fc.integer({ min: 1, max: 5 })),
    rivals: fc.array(fc.record({ back: fc.nat(6), length: fc.integer({ min: 1, max: 8 }) }), {
      maxLength: 2,
    }),
  });

  it('each record counts once, to the last digit in whatever batches it is delivered, again and in parallel', async () => {
    const shards = fc.tuple(fc.array(event, { minLength: 1, maxLength: 10 }), fc.array(event, { maxLength: 10 }));
    await fc.assert(
      fc.asyncProperty(shards, fc.array(step, { maxLength: 10 }), async (events, steps) => {
        const accountId = account();
        // Sequence numbers grow in length: 98, 99, 100 …
        const records = events.map((list, shard) =>
          list.map(({ campaign, value }, i) => {
            const conversion = counted(accountId, `${shard}-${i}`, { value });
            const after: Conversion = {
              ...conversion,
              click: { ...(conversion.click as NonNullable<Conversion['click']>), campaign },
            };
            return recordOf({ after, sequence: shard ? 10n ** 20n - 3n + BigInt(i) : 98 + i });
          }),
        );
        const taken = [0, 0];
        const batch = (shard: number, back: number, length: number) => {
          const start = Math.max(0, (taken[shard] ?? 0) - back);
          return { end: start + length, some: records[shard]?.slice(start, start + length) ?? [] };
        };
        const finish = [0, 1].map((shard) => ({
          shard,
          back: 2,
          length: 99,
          dies: undefined,
          rivals: [{ back: 99, length: 99 }],
        }));
        for (const { shard, back, length, dies, rivals } of [...steps, ...finish]) {
          const batches = [
            { ...batch(shard, back, length), dies },
            ...rivals.map((rival) => ({ ...batch(shard, rival.back, rival.length), dies: undefined })),
          ];
          const outcomes = await Promise.allSettled(batches.map(({ some, dies }) => engine.deliver(some, `shard-${shard}`, dies)));
          for (const [i, { end }] of batches.entries())
            if (outcomes[i]?.status === 'fulfilled') taken[shard] = Math.max(taken[shard] ?? 0, Math.min(end, records[shard]?.length ?? 0));
        }
        const expected = ['autumn', 'spring'].flatMap((campaign) => {
          const own = events
            .flat()
            .filter((candidate) => candidate.campaign === campaign)
            .map(({ value }) => value);
          return own.length > 0 ? [`occurred 2026-11-20 ${campaign} order_created EUR ${own.length} ${own.reduce(addDecimals)}`] : [];
        });
        expect(await engine.cells(accountId, ['occurred'])).toEqual(expected);
        const days = { received: '2026-11-21', click: '2026-11-01' };
        for (const basis of ['received', 'click'] as const)
          expect(await engine.cells(accountId, [basis])).toEqual(
            expected.map((line) => line.replace('occurred 2026-11-20', `${basis} ${days[basis]}`)),
          );
      }),
      { numRuns: 25 },
    );
  });

  it('a hundred workers on one batch at once leave one batch in the totals', async () => {
    const id = account();
    const records = Array.from({ length: 20 }, (_, i) => recordOf({ after: counted(id, `e${i}`, { value: '0.1' }), sequence: 90 + i }));
    await Promise.all(Array.from({ length: 100 }, (_, i) => engine.deliver(records.slice(0, 1 + (i % 20)), 'shard-1')));
    await engine.deliver(records, 'shard-1');
    expect(await engine.cells(id, ['occurred'])).toEqual(['occurred 2026-11-20 spring order_created EUR 20 2']);
  });

  it('numbers far beyond a double stay exact', async () => {
    const id = account();
    const values = ['1000000000000', '999999999999.99999999999999999999', '0.00000000000000000001', '123456789012.12345678901234567891'];
    for (const [i, value] of values.entries())
      await engine.deliver([recordOf({ after: counted(id, `e${i}`, { value }), sequence: i + 1 })], 's');
    const sum = values.reduce(addDecimals);
    expect(sum).toBe('2123456789012.12345678901234567891');
    expect(await engine.cells(id, ['received'])).toEqual([`received 2026-11-21 spring order_created EUR 4 ${sum}`]);
  });

  it('each record counts once, to the last digit from 400 shards, over items of which each is billed as one unit', async () => {
    const id = account();
    const nameOf = (shard: number) => `shardId-${String(shard).padStart(20, '0')}-0123abcd`;
    const records = (shard: number) =>
      [1, 2].map((number) =>
        recordOf({
          after: counted(id, `e${shard}-${number}`),
          sequence: 10n ** 37n + BigInt(10 * shard + number),
        }),
      );
    const shards = Array.from({ length: 400 }, (_, shard) => shard);
    const deliver = (shard: number, some = records(shard)) => engine.deliver(some, nameOf(shard));
    await forEachConcurrent(shards, 16, (shard) => deliver(shard, records(shard).slice(0, 1)));
    await forEachConcurrent(shards, 16, async (shard) => {
      await Promise.all([deliver(shard), deliver(shard)]);
    });
    await forEachConcurrent(shards.toReversed(), 16, (shard) => deliver(shard));
    expect(await engine.cells(id, ['click'])).toEqual(['click 2026-11-01 spring order_created EUR 800 800']);

    const items = await itemsOf(engine.table, id);
    expect(items.length).toBeLessThanOrEqual(129);
    const units = items.map((item) => Math.ceil(sizeOf(toWire(item)) / 1024));
    expect(units[0]).toBe(1);
    expect(units.reduce((sum, one) => sum + one, 0) / units.length).toBeLessThan(1.5);
  }, 600_000);

  it('each record counts once, to the last digit without asking an item that is full again', async () => {
    const own = await totalsOnEngine();
    const id = account();
    const update = vi.spyOn(own.table, 'update');
    const writes: number[] = [];
    for (const round of [1, 2, 3]) {
      update.mockClear();
      for (let shard = 0; shard < 10; shard++)
        await own.deliver([recordOf({ after: counted(id, `e${shard}-${round}`), sequence: round })], `shard-${shard}`);
      writes.push(update.mock.calls.length);
    }
    expect(writes).toEqual([3 * 14, 3 * 10, 3 * 10]);
    expect(await own.cells(id, ['click'])).toEqual(['click 2026-11-01 spring order_created EUR 30 30']);
  });

  it('each record counts once, to the last digit of shards of the last two days, and the others are forgotten', async () => {
    let now = Date.parse('2026-11-21T00:00:00.000Z');
    const aged = await totalsOnEngine(() => now);
    const id = account();
    const record = (shard: number) => [recordOf({ after: counted(id, `e${shard}`), sequence: 100 + shard })];
    const nameOf = (shard: number) => `shardId-${String(shard).padStart(20, '0')}-0123abcd`;
    for (let shard = 0; shard < 100; shard++, now += 4 * 3_600_000) await aged.deliver(record(shard), nameOf(shard));
    const items = await itemsOf(aged.table, id);
    const marksOf = (item: object) => Object.keys(item).filter((name) => name.startsWith('shard '));
    for (const item of items) expect(marksOf(item).length).toBeLessThanOrEqual(12);
    const marks = items.flatMap(marksOf);
    for (let shard = 88; shard < 100; shard++) {
      expect(marks).toContain(`shard ${nameOf(shard)}`);
      await aged.deliver(record(shard), nameOf(shard));
    }
    expect(await aged.cells(id, ['click'])).toEqual(['click 2026-11-01 spring order_created EUR 100 100']);
  });

  it('tiny numbers stay plain digits', async () => {
    const id = account();
    await engine.deliver([recordOf({ after: counted(id, 'e', { value: '0.00000000000000000001' }), sequence: 1 })], 's');
    expect(await engine.cells(id, ['occurred'])).toEqual(['occurred 2026-11-20 spring order_created EUR 1 0.00000000000000000001']);
  });
});

describe('what counts', () => {
  const { click: _, ...withoutClick } = counted(1, 'x');
  const unmatched = (id: number): Conversion => ({
    ...withoutClick,
    accountId: id,
    eventId: 'late',
    counts: false,
    reason: 'unknown_svc_click_id',
  });

  it('an event that is matched late, once, from then on', async () => {
    const id = account();
    const late = counted(id, 'late', { reason: 'unknown_svc_click_id' });
    const records = [
      recordOf({ after: unmatched(id), sequence: 1 }),
      recordOf({ before: unmatched(id), after: late, sequence: 2 }),
      recordOf({ before: late, after: { ...late, writtenBy: 'later' }, sequence: 3 }),
    ];
    await engine.deliver(records.slice(0, 1), 's');
    expect(await engine.cells(id)).toEqual([]);
    await engine.deliver(records, 's');
    await engine.deliver(records.slice(1), 's');
    expect(await engine.cells(id, ['click'])).toEqual(['click 2026-11-01 spring order_created EUR 1 1']);
  });

  it('a removed event stays', async () => {
    const id = account();
    const conversion = counted(id, 'gone');
    await engine.deliver([recordOf({ after: conversion, sequence: 1 }), recordOf({ before: conversion, sequence: 2 })], 's');
    expect(await engine.cells(id, ['occurred'])).toEqual(['occurred 2026-11-20 spring order_created EUR 1 1']);
  });

  it('nothing that is not marked as counting, or has no click', async () => {
    const id = account();
    const records = [counted(id, 'a', { counts: false }), unmatched(id)].map((after, i) => recordOf({ after, sequence: i + 1 }));
    await engine.deliver(records, 's');
    expect(await engine.cells(id)).toEqual([]);
  });

  it('each event type and currency on its own, on the day of each time basis', async () => {
    const id = account();
    const some = [
      { currency: 'USD' },
      { currency: 'JPY', value: '100' },
      { eventType: 'signup_completed', value: '0' },
      { occurredAt: '2026-11-19T23:59:59.999Z' },
    ];
    await engine.deliver(
      some.map((changes, i) => recordOf({ after: counted(id, `e${i}`, changes), sequence: i + 1 })),
      's',
    );
    expect(await engine.cells(id, ['occurred', 'received'])).toEqual([
      'occurred 2026-11-19 spring order_created EUR 1 1',
      'occurred 2026-11-20 spring order_created JPY 1 100',
      'occurred 2026-11-20 spring order_created USD 1 1',
      'occurred 2026-11-20 spring signup_completed EUR 1 0',
      'received 2026-11-21 spring order_created EUR 1 1',
      'received 2026-11-21 spring order_created JPY 1 100',
      'received 2026-11-21 spring order_created USD 1 1',
      'received 2026-11-21 spring signup_completed EUR 1 0',
    ]);
  });

  it('what counts refuses a batch without its shard', async () => {
    await expect(engine.deliver([recordOf({ after: counted(account(), 'a'), sequence: 1 })], '')).rejects.toThrow('shard');
  });
});
