import { measureMainJob, printedMainJob, ratiosOf } from './main-job.ts';

/**
 * The median of the rounds is 7 to 8 on 2 cores, up to 9.5 with a load of 15 from elsewhere: CPU time, in turns with the
 * floor, depends little on what else runs. A loss of 1.5 times is above this.
 */
const mostCpuOfFloor = 11;

it('an accepted event takes at most so many times the CPU of writing it down', async () => {
  const budget = { rounds: 5, cellSeconds: 0.8, warmUpSeconds: 2, idleSeconds: 0.1 };
  const report = await measureMainJob(budget, { signal: new AbortController().signal, tell: () => {} });
  const { cpuOfFloor, ofFloor } = ratiosOf(report.rounds, 'single events');
  expect(ofFloor).toBeGreaterThan(0);
  expect(cpuOfFloor).toBeLessThan(mostCpuOfFloor);
  const batches = ratiosOf(report.rounds, 'batches of 1,000');
  // A batch shares what single events each pay for.
  expect(batches.cpuOfFloor).toBeLessThan(cpuOfFloor * 0.75);
  expect(printedMainJob(report)).toContain('single events, 16 in flight');
}, 120_000);
