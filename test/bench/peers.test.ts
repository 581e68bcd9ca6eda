// Night: it measures whole processes.
import { barePeers, measurePeers, peers } from './peers/peers.ts';
import { peerResults, printedPeers } from './peers/print-peers.ts';
import { measureReports, printedReports } from './reports.ts';

const around = { signal: new AbortController().signal, onStep: () => {} };

describe('bench beside others', () => {
  it('drives the peers, each in a process of its own, and each answers right', async () => {
    const budget = { rounds: 1, cellSeconds: 0.05, warmUpSeconds: 0.02, restSeconds: 0 };
    const rounds = await measurePeers(budget, { ...around, only: barePeers });
    const results = peerResults(rounds);
    expect(results.map(({ name }) => name)).toEqual(barePeers);
    for (const { opsPerSecond } of results) expect(opsPerSecond).toBeGreaterThan(0);
    expect(printedPeers(rounds)).toContain(peers.ours);
  });

  it('asks the store as often for a report over many events as for one over few', async () => {
    const rows = await measureReports({ few: 200, many: 600, rounds: 1, calls: 1 }, around);
    expect(rows.map(({ events, reads }) => [events, reads])).toEqual([
      [200, 3],
      [600, 3],
      [200, 3],
    ]);
    expect(printedReports(rows)).toContain('many events');
  });
});
