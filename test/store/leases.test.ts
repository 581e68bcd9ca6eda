import { randomUUID } from 'node:crypto';
import { exportsIn } from '#shared/event-log/store/exports.ts';
import { distributedThrottle } from '#shared/limits/distributed-throttle.ts';
import { keyOf } from '#shared/outbox/items.ts';
import { receiptsIn } from '#shared/outbox/store/receipts.ts';
import { type Table, tableAt } from '#shared/store/table.ts';
import { vendorCooldownsIn } from '#shared/vendors/vendor-cooldowns.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const hourMs = 3_600_000;
const clock = { now: Date.parse('2026-11-21T12:00:00Z'), elapsed: 0 };
const right = { now: () => clock.now, elapsed: () => clock.elapsed };
const ahead = { now: () => clock.now + hourMs, elapsed: () => clock.elapsed };
const pass = (milliseconds: number) => {
  clock.now += milliseconds;
  clock.elapsed += milliseconds;
};
let table: Table;
beforeAll(async () => {
  table = tableAt(`${(await newWorld()).prefix}accounts`, testDynamo());
});

describe('a lease that was taken with a clock an hour ahead', () => {
  it('a lease that was taken with a clock an hour ahead of an effect ends when it is seen to last longer than leases do', async () => {
    const id = randomUUID();
    const receipts = receiptsIn(table, right);
    expect(await receiptsIn(table, ahead).claim(id)).toBe('mine');
    expect(await receipts.claim(id)).toBe('busy');
    pass(59_000);
    expect(await receipts.claim(id)).toBe('busy');
    pass(2000);
    expect(await receipts.claim(id)).toBe('mine');
    const other = randomUUID();
    await receiptsIn(table, ahead).claim(other);
    const waiting = [receiptsIn(table, right), receiptsIn(table, right), receiptsIn(table, right)];
    for (const one of waiting) expect(await one.claim(other)).toBe('busy');
    pass(61_000);
    const claims = await Promise.all(waiting.map((one) => one.claim(other)));
    expect(claims.sort()).toEqual(['busy', 'busy', 'mine']);
  });

  it('a lease that was taken with a clock an hour ahead of an export ends the same way, unless its holder renews it', async () => {
    const order = {
      id: randomUUID(),
      accountId: 7,
      environment: 'live' as const,
      from: '2026-11-01',
      to: '2026-11-02',
      createdAt: '2026-11-21T12:00:00.000Z',
    };
    const [dead, next] = [exportsIn(table, ahead), exportsIn(table, right)];
    await next.order(order);
    await dead.claim(order, 'dead');
    for (let renewals = 0; renewals < 3; renewals++) {
      expect(await next.claim(order, 'next')).toBe('busy');
      pass(45_000);
      await dead.renew(order, 'dead');
    }
    expect(await next.claim(order, 'next')).toBe('busy');
    pass(61_000);
    expect(await next.claim(order, 'next')).toMatchObject({ status: 'running' });
    await expect(dead.renew(order, 'dead')).rejects.toThrow();
  });

  it('a lease that was taken with a clock an hour ahead of the channel’s pace, or of a vendor that asked to wait, is not heeded', async () => {
    const terms = { intervalMs: 1100, maxWaitMs: 5000 };
    for (let turns = 0; turns < 3; turns++) await distributedThrottle(table, ahead).take('p', terms);
    expect(await distributedThrottle(table, right).take('p', terms)).toEqual({ isMine: true, waitMs: 0 });
    expect(await distributedThrottle(table, right).take('p', terms)).toMatchObject({ isMine: true });
    await vendorCooldownsIn(table, ahead).note('v', 3600);
    expect(await vendorCooldownsIn(table, right).secondsLeft('v')).toBe(0);
    await vendorCooldownsIn(table, right).note('w', 3600);
    expect(await vendorCooldownsIn(table, right).secondsLeft('w')).toBe(3600);
  });
});

it('a vendor that asks for a day is called again after half an hour', async () => {
  await distributedThrottle(table, right).hold('day', 86_400_000);
  const { waitMs } = await distributedThrottle(table, right).take('day', { intervalMs: 1000, maxWaitMs: 1000 });
  expect(waitMs).toBeGreaterThan(1_700_000);
  expect(waitMs).toBeLessThanOrEqual(1_800_000);
});

describe('a receipt that expired', () => {
  it('a receipt that expired is not made anew by a release, nor for ever by a delivery', async () => {
    const receipts = receiptsIn(table, right);
    const id = randomUUID();
    await receipts.release(id);
    expect(await table.get(keyOf.receipt(id), { consistent: true })).toBeNull();
    await receipts.delivered(id);
    expect(await table.get(keyOf.receipt(id), { consistent: true })).toMatchObject({
      ttl: expect.any(Number),
    });
  });
});
