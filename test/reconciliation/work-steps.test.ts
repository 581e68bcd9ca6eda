import type { Leased } from '#shared/reconciliation/rules/leases.ts';
import { workSteps } from '#shared/reconciliation/work-steps.ts';

type Stored = Leased & { status: string; place: number };

function scene(steps: number, fails: () => boolean) {
  let now = 0;
  let stored: Stored = { status: 'running', place: 0, lease: null, tries: 0 };
  const deps = {
    now: () => now,
    reconciliations: {
      change: async (before: Stored, changes: Partial<Stored>) => {
        stored = { ...before, ...changes };
        return stored;
      },
    },
  };
  const run = async () => {
    now += 180_000;
    const work = {
      leasedOf: (current: Stored) => (current.status === 'running' ? current : null),
      withLease: (_: Stored, leased: Leased) => leased,
      givenUp: () => ({ status: 'failed' }),
      step: async (current: Stored) => {
        if (fails()) throw new Error('no store');
        const place = current.place + 1;
        return { changes: { place, ...(place === steps && { status: 'completed' }) } };
      },
    };
    const bounds = { until: Number.POSITIVE_INFINITY };
    const ended = await workSteps(async () => stored as never, work as never, bounds, deps as never).catch(() => ({ outcome: 'error' }));
    return ended.outcome;
  };
  return { run, stored: () => stored };
}

describe('work in steps', () => {
  it('is given up after ten tries without progress', async () => {
    const { run, stored } = scene(3, () => true);
    for (let tries = 1; tries <= 10; tries++) {
      expect(await run()).toBe('error');
      expect(stored()).toMatchObject({ status: 'running', tries });
    }
    expect(await run()).toBe('ended');
    expect(stored()).toMatchObject({ status: 'failed' });
  });

  it('has ten more tries after each step', async () => {
    let calls = 0;
    const { run, stored } = scene(4, () => ++calls % 2 === 0);
    for (let tries = 0; tries < 3; tries++) expect(await run()).toBe('error');
    expect(stored()).toMatchObject({ place: 3, tries: 0 });
    expect([await run(), stored().status]).toEqual(['ended', 'completed']);
  });
});
