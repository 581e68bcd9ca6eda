// Night: it measures whole processes.
import { existsSync } from 'node:fs';
import { runs } from '#test/local/spawn-host.ts';
import { bench } from './bench.ts';
import { startHostProcess } from './host-process.ts';
import { floorId } from './operations.ts';
import { printed } from './print.ts';
import { cellOf } from './rounds.ts';
import { setScene } from './scene.ts';

const tiny = {
  rounds: 1,
  cellSeconds: 0.01,
  warmUpSeconds: 0.01,
  restSeconds: 0,
  inFlight: [1, 4],
  singles: 1,
  burst: 50,
  coldStartRounds: 1,
  coldStarts: ['conversions', 'outbox'],
};

describe('bench', () => {
  it('measures every operation, the way into the report and the start of bundles', async () => {
    const report = await bench(tiny, { signal: new AbortController().signal, onStep: () => {} });

    expect(report.operations).toHaveLength(16);
    for (const { id, ofFloor, opsPerSecond, p50Ms, p99Ms } of report.operations) {
      expect(opsPerSecond).toBeGreaterThan(0);
      expect(p99Ms).toBeGreaterThanOrEqual(p50Ms);
      if (id === floorId) expect(ofFloor).toBe(1);
    }
    expect(report.propagation.single.medianMs).toBeGreaterThan(0);
    expect(report.propagation.worker.countedPerSecond).toBeGreaterThan(0);
    expect(report.coldStart.map(({ name }) => name)).toEqual(expect.arrayContaining(['empty', 'conversions', 'outbox']));
    for (const text of ['server-events, new', 'From an event', 'conversions']) {
      expect(printed(report)).toContain(text);
    }
  });

  it('fails with the first wrong answer, and leaves neither process nor folder behind when it is stopped', async () => {
    const stopping = new AbortController();
    const host = await startHostProcess(stopping.signal);
    const { service, newEvent } = await setScene(host);
    const expected = { status: 200, matched: true, duplicate: true };
    const operation = { id: 'x', label: 'x', run: () => service.sendEvent(newEvent(), expected) };
    const processes = { host: undefined, engine: undefined };
    const measured = cellOf(operation, { inFlight: 2, seconds: 0.05, processes });
    await expect(measured).rejects.toThrow('A wrong answer of server-events: 200');

    stopping.abort();
    await host.stop();
    await expect(service.report()).rejects.toThrow();
    expect(existsSync(host.directory)).toBe(false);
    expect(host.pid && runs(host.pid)).toBe(false);
  });
});
