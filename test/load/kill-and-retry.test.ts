// Slow: it measures or kills whole processes.
import { isNight } from '#test/kit/tier.ts';
import { killAndRetry } from './kill-and-retry.ts';

const { events, kills } = isNight ? { events: 5_000, kills: 3 } : { events: 1_000, kills: 1 };

describe('batches, a host that is killed, a client that retries', () => {
  it('counts events with repeats exactly once, to the cent, over kills', async () => {
    const { signal } = new AbortController();
    const run = await killAndRetry({ events, seed: 20_261_121, kills, signal });
    expect(run).toMatchObject({ distinct: 0.9 * events, kills, forgotten: [] });
    expect(run.sent).toBeGreaterThan(0.95 * events);
    expect(run.retries).toBeGreaterThanOrEqual(1);
    expect(run.duplicates).toBeGreaterThanOrEqual(run.sent - run.distinct);
    expect(run.reported).toEqual(run.expected);
    expect(run.reportedInZone).toEqual(run.expected);
    expect(run.reportedInTest).toEqual(run.expectedInTest);
  });
});
