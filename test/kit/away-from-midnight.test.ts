import { awayFromMidnight, midnightTimeoutMs } from './away-from-midnight.ts';

it.each([
  ['2026-11-30T00:00:00.000Z', null],
  ['2026-11-30T12:00:00.000Z', null],
  ['2026-11-30T23:54:59.999Z', null],
  ['2026-11-30T23:55:00.000Z', '2026-12-01T00:00:01.000Z'],
  ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:01.000Z'],
])('a test that begins at %s goes on at %s, and at once without a time', async (now, at) => {
  const waits: number[] = [];
  await awayFromMidnight(Date.parse(now), async (ms) => waits.push(ms));
  expect(waits.map((ms) => new Date(Date.parse(now) + ms).toISOString())).toEqual(at === null ? [] : [at]);
  expect(Math.max(0, ...waits)).toBeLessThan(midnightTimeoutMs);
});
