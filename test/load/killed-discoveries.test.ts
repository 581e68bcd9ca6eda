// Night: it kills whole processes.
import { killedDiscoveries } from './killed-discoveries.ts';

// Discoveries of one industry would ask the model the same, so each company has its own.
const websites = ['northwind', 'plankwise'];

describe('discoveries, on a host that is killed', () => {
  it('are completed, and no call of the model that was finished is made again', async () => {
    const { signal } = new AbortController();
    const run = await killedDiscoveries({
      websites: websites.map((name) => `https://${name}.example/`),
      killsAt: [4, 8],
      thinksMs: 150,
      signal,
      ...(process.env.SHOW_FIGURES && { onStep: (step) => process.stdout.write(`${step}\n`) }),
    });
    expect(run.kills).toBe(2);
    for (const { status, competitors = [] } of run.tasks) {
      expect(status).toBe('completed');
      expect(competitors.length).toBeGreaterThanOrEqual(10);
    }
    // A paid call leaves a row for each stored step.
    expect(run.paid).toHaveLength(4 * websites.length);
    for (const { calls, steps, ...of } of run.paid) {
      expect(steps).toBeGreaterThan(0);
      expect({ ...of, calls }).toEqual({ ...of, calls: steps });
    }
    const rows = run.paid.reduce((sum, { calls }) => sum + calls, 0);
    const logged = run.asked.flat();
    // At most three requests of each discovery were in flight at a kill.
    expect(logged.length - rows).toBeLessThanOrEqual(3 * run.kills * websites.length);
    for (const calls of run.asked) {
      const keys = calls.map(({ form, text }) => `${form} ${text}`);
      expect(new Set(keys).size).toBe(keys.length);
    }
    if (process.env.SHOW_FIGURES) process.stdout.write(`${run.seconds} s, calls ${run.asked.map((calls) => calls.length)}, kept ${rows}\n`);
  });
});
