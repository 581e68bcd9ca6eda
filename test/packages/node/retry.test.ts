import { backoffMs, isTransient, retryAfterMs } from '#packages/node/src/retry.ts';

it('a status is transient or not', () => {
  const transient = [408, 425, 429, 500, 502, 599];
  for (const status of [200, 301, 400, 404, 407, 409, 422, 424, 426, 428, 430, 499, ...transient])
    expect([status, isTransient(status)]).toEqual([status, transient.includes(status)]);
});

it.each([
  [1, 500],
  [2, 1000],
  [4, 4000],
  [5, 4000],
  [2000, 4000],
])('the pause after attempt %i is half of %i ms and more', (attempt, longest) => {
  expect(backoffMs(attempt, () => 0)).toBe(longest / 2);
  expect(backoffMs(attempt, () => 1)).toBe(longest);
});

it.each([
  ['2', 2000],
  ['0.5', 500],
  [' 3 ', 3000],
  ['300', 300_000],
  ['301', 300_000],
  ['Sat, 21 Nov 2026 12:00:05 GMT', 5000],
  ['Sat, 21 Nov 2026 11:59:59 GMT', 0],
  ['0', 0],
  ['-1', 0],
  ['soon', 0],
  ['', 0],
  [null, 0],
])('Retry-After %j is %i ms', (header, ms) => {
  expect(retryAfterMs(header, Date.parse('2026-11-21T12:00:00Z'))).toBe(ms);
});
