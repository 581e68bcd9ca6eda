import { type Charge, eventLimiter, freeShare, sharedCapacity } from '#shared/limits/event-limiter.ts';
import { busyness } from '#test/kit/cpu-clock.ts';

const limit = { perSecond: 200, burst: 2000 };

function scene({ charge, ownLimit }: Partial<Parameters<typeof eventLimiter>[0]> = {}) {
  const clock = { now: 1_795_000_000_000 };
  const counters = new Map<string, number>();
  const seen = { charges: 0, failures: 0 };
  const inMemory: Charge = async (key, events, applied) => {
    seen.charges++;
    const until = Math.max(counters.get(key) ?? 0, clock.now);
    const next = until + (events / applied.perSecond) * 1000;
    const isCharged = next - clock.now <= (sharedCapacity(applied) / applied.perSecond) * 1000;
    if (isCharged) counters.set(key, next);
    return { isCharged, until: isCharged ? next : until };
  };
  const newProcess = () =>
    eventLimiter({
      limit,
      now: () => clock.now,
      charge: charge ?? inMemory,
      ...(ownLimit && { ownLimit }),
      onFailure: () => void seen.failures++,
    });
  return { clock, seen, newProcess };
}

describe('in one process', () => {
  it('in one process admits events again at once after the clock was a day ahead', async () => {
    const { clock, newProcess } = scene();
    const { consume } = newProcess();
    clock.now += 86_400_000;
    for (let batches = 0; batches < 2; batches++) await consume('k', 1000);
    expect(await consume('k', 1000)).toMatchObject({ isAllowed: false });
    clock.now -= 86_400_000;
    expect(await consume('k', 1)).toMatchObject({ isAllowed: false, retryAfterSeconds: 1 });
    clock.now += 10_000;
    expect(await consume('k', 15)).toMatchObject({ isAllowed: true });
  });

  it('in one process admits exactly the burst, then the rate, and tells when to retry', async () => {
    const { clock, newProcess } = scene();
    const { consume } = newProcess();
    const admitted = async (tries: number) => {
      let count = 0;
      for (let i = 0; i < tries; i++) if ((await consume('k', 1)).isAllowed) count++;
      return count;
    };
    expect(await admitted(2500)).toBe(2000);
    expect(await consume('k', 1)).toMatchObject({ isAllowed: false, remaining: 0, retryAfterSeconds: 1 });
    expect(await consume('k', 1000)).toMatchObject({ isAllowed: false, retryAfterSeconds: 5 });
    clock.now += 1000;
    expect(await admitted(300)).toBe(200);
    clock.now += 3_600_000;
    expect(await admitted(2500)).toBe(2000);
  });

  it('in one process admits a batch as a whole or not at all', async () => {
    const { clock, newProcess } = scene();
    const { consume } = newProcess();
    expect(await consume('k', 1000)).toMatchObject({ isAllowed: true, remaining: 1000, resetSeconds: 5 });
    expect(await consume('k', 1000)).toMatchObject({ isAllowed: true, remaining: 0, resetSeconds: 10 });
    expect(await consume('k', 1000)).toMatchObject({ isAllowed: false, retryAfterSeconds: 5 });
    clock.now += 5000;
    expect(await consume('k', 1000)).toMatchObject({ isAllowed: true, remaining: 0 });
  });

  it('in one process equals a plain token bucket for any sequence of requests', async () => {
    const { clock, newProcess } = scene();
    const { consume } = newProcess();
    let tokens = limit.burst;
    for (let i = 0; i < 20_000; i++) {
      const noise = (i * 7919) % 1009;
      const passed = noise % 211 === 0 ? 20_000 : noise % 97;
      const events = noise % 13 === 0 ? 1 + noise : 1 + (noise % 7);
      clock.now += passed;
      tokens = Math.min(limit.burst, tokens + (passed / 1000) * limit.perSecond);
      const expected = tokens + 1e-6 >= events;
      if (expected) tokens -= events;
      const { isAllowed, remaining } = await consume('k', events);
      expect([i, isAllowed]).toEqual([i, expected]);
      expect(Math.abs(remaining - Math.floor(tokens + 1e-6))).toBeLessThanOrEqual(freeShare(limit).burst);
    }
  });

  it('in one process admits no more when requests run in parallel', async () => {
    const { newProcess } = scene();
    const { consume } = newProcess();
    const answers = await Promise.all(Array.from({ length: 3000 }, () => consume('k', 1)));
    expect(answers.filter(({ isAllowed }) => isAllowed)).toHaveLength(2000);
  });

  it('in one process counts keys apart', async () => {
    const { newProcess } = scene();
    const { consume } = newProcess();
    await consume('a', 2000);
    expect(await consume('a', 1)).toMatchObject({ isAllowed: false });
    expect(await consume('b', 1)).toMatchObject({ isAllowed: true, remaining: 1999 });
  });

  it('in one process forgets the least recently used of very many keys', async () => {
    const { newProcess } = scene();
    const { consume } = newProcess();
    await consume('first', 2000);
    await consume('second', 2000);
    for (let i = 0; i < 4999; i++) {
      await consume(`k${i}`, 1);
      if (i === 2500) await consume('second', 0);
    }
    expect(await consume('second', 1)).toMatchObject({ isAllowed: false });
    expect(await consume('first', 1)).toMatchObject({ isAllowed: true });
    expect(await consume('first', 100)).toMatchObject({ isAllowed: false });
  });
});

describe('the shared counter', () => {
  it('the shared counter is not written below the free rate, and once per free burst above it', async () => {
    const { clock, seen, newProcess } = scene();
    const { consume } = newProcess();
    const free = freeShare(limit);
    expect(free).toEqual({ burst: 20, perSecond: 2 });
    for (let i = 0; i < 1000; i++, clock.now += 500) await consume('k', 1);
    expect(seen.charges).toBe(0);
    for (let i = 0; i < 10_000; i++, clock.now += 5) await consume('k', 1);
    expect(seen.charges).toBeGreaterThan(450);
    expect(seen.charges).toBeLessThanOrEqual(500);
  });

  it('the shared counter is not written for a flood of refused requests', async () => {
    const { clock, seen, newProcess } = scene();
    const processes = [newProcess(), newProcess()];
    for (const { consume } of processes) for (let i = 0; i < 3000; i++) await consume('k', 1);
    const before = seen.charges;
    for (let i = 0; i < 10_000; i++, clock.now += 1) for (const { consume } of processes) await consume('k', 1);
    expect(seen.charges - before).toBeLessThan(250);
  });

  it.each([1, 2, 5, 20, 50])('the shared counter bounds what %d processes admit together', async (count) => {
    const { clock, newProcess } = scene();
    const processes = Array.from({ length: count }, newProcess);
    const free = freeShare(limit);
    const bound = (seconds: number) => limit.burst + limit.perSecond * seconds + (count + 1) * (free.burst + free.perSecond * seconds);
    let admitted = 0;
    const flood = async (each: number) => {
      for (let i = 0; i < each; i++) for (const { consume } of processes) if ((await consume('k', 1)).isAllowed) admitted++;
    };
    await flood(Math.ceil(4000 / count));
    expect(admitted).toBeGreaterThanOrEqual(limit.burst);
    expect(admitted).toBeLessThanOrEqual(bound(0));
    for (let step = 0; step < 200; step++) {
      clock.now += 100;
      await flood(Math.ceil(100 / count));
    }
    expect(admitted).toBeGreaterThanOrEqual(limit.burst + limit.perSecond * 20);
    expect(admitted).toBeLessThanOrEqual(bound(20));
  });

  it('the shared counter lets one process use what others do not', async () => {
    const { newProcess } = scene();
    const [busy, idle] = [newProcess(), newProcess()];
    for (let i = 0; i < 19; i++) await idle.consume('k', 1);
    expect(await busy.consume('k', 2000)).toMatchObject({ isAllowed: true });
    expect(await idle.consume('k', 1)).toMatchObject({ isAllowed: true, remaining: 0 });
    expect(await idle.consume('k', 1)).toMatchObject({ isAllowed: false });
  });
});

describe('a shared counter that fails', () => {
  it.each([
    ['at once', () => Promise.reject(new Error('down'))],
    ['by never answering', () => new Promise<never>(() => {})],
  ])('%s delays one request by 200 ms at most, and each process applies the limit alone', async (_, charge) => {
    const { clock, seen, newProcess } = scene({ charge });
    const { consume } = newProcess();
    const started = performance.now();
    let admitted = 0;
    for (let i = 0; i < 3000; i++) if ((await consume('k', 1)).isAllowed) admitted++;
    expect(performance.now() - started).toBeLessThan(1000 * busyness());
    expect(admitted).toBe(2000);
    expect(seen.failures).toBe(1);
    clock.now += 5000;
    for (let i = 0; i < 100; i++) expect(await consume('k', 1)).toMatchObject({ isAllowed: true });
    expect(seen.failures).toBe(2);
  });

  it('a shared counter that fails is used again after five seconds', async () => {
    let isDown = true;
    let charges = 0;
    const charge: Charge = async (_key, _events, _limit, until) => {
      charges++;
      if (isDown) throw new Error('down');
      return { isCharged: true, until };
    };
    const { clock, newProcess } = scene({ charge });
    const { consume } = newProcess();
    await consume('k', 100);
    await consume('k', 100);
    expect(charges).toBe(1);
    isDown = false;
    clock.now += 5000;
    await consume('k', 100);
    expect(charges).toBe(2);
  });
});

describe("an account's own limit", () => {
  const own = { perSecond: 1000, burst: 10_000 };

  it("an account's own limit applies once the process is busy, is read once in 30 seconds, and not at all for low traffic", async () => {
    let reads = 0;
    const { clock, newProcess } = scene({
      ownLimit: async () => {
        reads++;
        return own;
      },
    });
    const { consume } = newProcess();
    for (let i = 0; i < 100; i++, clock.now += 500) await consume('k', 1, 7);
    expect(reads).toBe(0);
    let admitted = 0;
    for (let i = 0; i < 12_000; i++) if ((await consume('k', 1, 7)).isAllowed) admitted++;
    expect([admitted, reads]).toEqual([10_000, 1]);
    expect(await consume('k', 1, 7)).toMatchObject({ limit: own, isAllowed: false });
    clock.now += 30_000;
    await consume('k', 200, 7);
    expect(reads).toBe(2);
  });

  it("an account's own limit that cannot be read leaves the default in force", async () => {
    const { seen, newProcess } = scene({ ownLimit: () => Promise.reject(new Error('down')) });
    const { consume } = newProcess();
    expect(await consume('k', 1000, 7)).toMatchObject({ isAllowed: true, limit });
    expect(await consume('k', 1500, 7)).toMatchObject({ isAllowed: false });
    expect(seen.failures).toBe(1);
  });
});
