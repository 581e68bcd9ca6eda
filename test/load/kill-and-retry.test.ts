// Night: it kills whole processes.
import { killAndRetry } from './kill-and-retry.ts';

describe('batches, a host that is killed, a client that retries', () => {
  it('counts 5,000 events with repeats exactly once, to the cent, over three kills', async () => {
    const { signal } = new AbortController();
    const run = await killAndRetry({ events: 5_000, seed: 20_261_121, kills: 3, signal });
    expect(run).toMatchObject({ distinct: 4_500, kills: 3, forgotten: [] });
    expect(run.sent).toBeGreaterThan(4_850);
    expect(run.retries).toBeGreaterThanOrEqual(1);
    expect(run.duplicates).toBeGreaterThanOrEqual(run.sent - run.distinct);
    expect(run.reported).toEqual(run.expected);
    expect(run.reportedInZone).toEqual(run.expected);
    expect(run.reportedInTest).toEqual(run.expectedInTest);
  });
});
