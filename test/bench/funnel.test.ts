// Night: it measures whole processes.
import { measureFunnel, printedFunnel } from './funnel.ts';

const around = { signal: new AbortController().signal, onStep: () => {} };

describe('bench of the funnel', () => {
  it('reads a bounded number of counters, however many names were sent', async () => {
    const rows = await measureFunnel({ events: 300, fewNames: 5, rounds: 1, calls: 1 }, around);
    const [few, kept, many] = rows;
    expect(few).toMatchObject({ names: 5, listed: 6, reads: 3 });
    expect(many).toMatchObject({ names: 300, listed: 101, reads: 3 });
    expect((many?.items ?? 0) - (few?.items ?? 0)).toBeLessThanOrEqual(100);
    expect((many?.items ?? 0) - (kept?.items ?? 0)).toBeLessThanOrEqual(1);
    expect(printedFunnel(rows)).toContain('many names');
  });
});
