// Night: it simulates the load of large accounts.
import { unitsOf } from '#lib/cloud/limits/stage-limits.ts';
import { measured } from '#lib/tools/cost/measured.ts';
import { checkIns } from '#lib/tools/simulate/check-ins.ts';
import { grantNight } from '#lib/tools/simulate/grants.ts';
import { manyRegistrations } from '#lib/tools/simulate/registrations.ts';
import { manyTenants, oneTenant } from '#lib/tools/simulate/scenarios.ts';
import { searchAtScale } from '#lib/tools/simulate/search.ts';

/** No partition is lost to one item, whatever the number of processes. */
const maxItemWrites = 100;

describe('the load of partitions', () => {
  it('one account at 10,000 conversions a second keeps every partition below half of its limit from the first second', async () => {
    const { share, deferred, refused, lagSeconds, writeUnitsPerEvent, mostWritten } = await oneTenant({
      seconds: 1,
      measured: 1,
    });
    expect(share).toBeGreaterThan(0.1);
    expect(share).toBeLessThan(0.5);
    expect([deferred, refused]).toEqual([0, 0]);
    expect(mostWritten.writes).toBeGreaterThan(1);
    expect(mostWritten.writes).toBeLessThanOrEqual(maxItemWrites);
    expect(lagSeconds).toBeLessThan(3);
    expect(writeUnitsPerEvent).toBeLessThan(10);
  });

  it('100,000 accounts at one conversion a second each keep every partition below half of its limit', async () => {
    const { share, writeUnitsPerEvent, mostWritten } = await manyTenants({
      accounts: 2,
      seconds: 150,
      measured: 10,
    });
    expect(share).toBeLessThan(0.5);
    expect(writeUnitsPerEvent).toBeLessThanOrEqual(unitsOf.conversions.attribution?.writeUnits ?? 0);
    expect(mostWritten.writes).toBeLessThanOrEqual(maxItemWrites);
  });
});

it('100,000 check-ins in a day: none is given up, and neither they nor codes beside them are refused', async () => {
  const { hours, mostReceives, ...refused } = await checkIns({ mails: 20_000 });
  expect(hours).toBeLessThan(24 / 5);
  expect(mostReceives).toBeLessThan(100);
  expect(refused).toEqual({ givenUp: 0, throttledMails: 0, throttledCodes: 0 });
});

it('5,000 registrations a second leave every partition with half of its limit', async () => {
  const { share, writeUnitsPerAccount, mostWritten } = await manyRegistrations();
  expect(mostWritten.writes).toBeLessThanOrEqual(maxItemWrites);
  expect(share).toBeLessThan(0.5);
  expect(writeUnitsPerAccount).toBeLessThan(12);
});

it('a night of daily credits grants once to every user, and no key holds it up', async () => {
  const users = 3200;
  const night = await grantNight({ users });
  expect(night.granted).toBe(users);
  // A table reaches its quota before a single key reaches its own limit.
  expect(night.hottest.share).toBeLessThan(0.5);
  expect(night.mostWritten.writes).toBeLessThanOrEqual(maxItemWrites);
  expect(Math.abs(night.writeUnitsPerUser - measured.dailyCredits.writeUnits)).toBeLessThan(0.5);
  expect(night.minutes).toBeLessThan(15);
  expect(night.dollars).toBeLessThan(10);
  expect(night.mostWriteUnitsPerUser).toBeLessThan(1.2 * night.writeUnitsPerUser);
});

it('a search among 10 million records finds its one in fewer than 50 calls, and writing 1,000 a second leaves half of every key', async () => {
  const { recordsPerSecond, mostWritten, readings } = await searchAtScale({
    segments: 1,
    queries: 25,
    records: [1e7],
  });
  expect(recordsPerSecond).toBeGreaterThan(1000);
  expect(mostWritten.writes).toBeLessThanOrEqual(maxItemWrites);
  const [{ queries, partial, missed }] = readings as [(typeof readings)[number]];
  expect([partial, missed]).toEqual([0, 0]);
  for (const { p95Calls } of queries) expect(p95Calls).toBeLessThan(50);
  for (const { p50Ms } of queries) expect(p50Ms).toBeLessThan(300);
});
