import fc from 'fast-check';
import { queues } from '#functions/queues.ts';
import { retryDelaySeconds } from '#shared/worker/retry-delay.ts';

/** SQS accepts DelaySeconds of up to 15 minutes. */
const longestDelay = 900;
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const range = fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 100, max: longestDelay }));

describe('the wait before the next try', () => {
  it('the wait before the next try is a whole number of seconds from half the doubled wait to all of it, never over the most, never under one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5000 }), range, random, (tries, [first, most], chance) => {
        const seconds = retryDelaySeconds(tries, [first, most], chance);
        const full = Math.min(most, first * 2 ** Math.max(0, tries - 1));
        expect(Number.isInteger(seconds)).toBe(true);
        expect(seconds).toBeGreaterThanOrEqual(Math.max(1, Math.floor(full / 2)));
        expect(seconds).toBeLessThanOrEqual(most);
        expect(seconds).toBeLessThanOrEqual(Math.max(1, full));
      }),
    );
  });

  it('the wait before the next try grows with the tries for the same chance', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), range, random, (tries, bounds, chance) => {
        expect(retryDelaySeconds(tries + 1, bounds, chance)).toBeGreaterThanOrEqual(retryDelaySeconds(tries, bounds, chance));
      }),
    );
  });

  it('the wait before the next try spreads what failed together', () => {
    const waits = Array.from({ length: 100 }, (_, i) => retryDelaySeconds(8, [2, 900], i / 100));
    expect(new Set(waits).size).toBeGreaterThan(50);
  });

  it.each(Object.entries(queues))('the wait before the next try of queue %s fits what SQS takes', (_, { retrySeconds: [first, most] }) => {
    expect(first).toBeGreaterThanOrEqual(1);
    expect(most).toBeGreaterThanOrEqual(first);
    expect(most).toBeLessThanOrEqual(longestDelay);
  });
});
