import { tokenBuckets } from '#shared/limits/token-buckets.ts';

function bucketsAt(start: number) {
  const clock = { now: start };
  return { clock, take: tokenBuckets({ burst: 50, perSecond: 20, now: () => clock.now }) };
}

describe('a budget by key', () => {
  it('a budget by key allows the burst at once, then so many a second, never more than the burst', () => {
    const { clock, take } = bucketsAt(1e12);
    expect([take(1, 30), take(1, 30), take(1, 1)]).toEqual([30, 20, 0]);
    clock.now += 49;
    expect(take(1, 1)).toBe(0);
    clock.now += 1;
    expect(take(1, 5)).toBe(1);
    clock.now += 3_600_000;
    expect(take(1, 1000)).toBe(50);
  });

  it('a budget by key keeps keys apart, and does not grow with them', () => {
    const { take } = bucketsAt(0);
    expect([take(1, 50), take(2, 50), take(1, 1)]).toEqual([50, 50, 0]);
    for (let key = 3; key < 3000; key++) take(key, 1);
    expect(take(1, 50)).toBe(50);
  });

  it('a budget by key does not take a clock that goes back for a debt', () => {
    const { clock, take } = bucketsAt(1e12);
    take(1, 50);
    clock.now -= 60_000;
    expect(take(1, 1)).toBe(0);
    clock.now += 1000;
    expect(take(1, 100)).toBe(20);
  });
});
