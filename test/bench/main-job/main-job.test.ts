// Night: it measures whole processes.
import { measureMainJob, printedMainJob, ratiosOf } from './main-job.ts';

/** The median is 7 to 8 on 2 cores, so a slowdown by 1.5 exceeds this maximum. */
const mostCpuOfFloor = 11;
const mostTries = 3;
const mostMegabytes = 650;

it('an accepted event takes at most so many times the CPU of writing it down, in a bounded memory', async () => {
  const budget = { rounds: 3, cellSeconds: 0.8, warmUpSeconds: 2, pauseSeconds: 2, idleSeconds: 0.1 };
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < mostTries && least > mostCpuOfFloor; tries++) {
    const report = await measureMainJob(budget, { signal: new AbortController().signal, onStep: () => {} });
    const { cpuOfFloor, ofFloor } = ratiosOf(report.rounds, 'single events');
    expect(ofFloor).toBeGreaterThan(0);
    expect(ratiosOf(report.rounds, 'batches of 1,000').cpuOfFloor).toBeLessThan(cpuOfFloor);
    expect(printedMainJob(report)).toContain('single events, 16 in flight');
    if (process.platform === 'linux') expect(report.peakMegabytes).toBeLessThan(mostMegabytes);
    least = Math.min(least, cpuOfFloor);
  }
  expect(least).toBeLessThan(mostCpuOfFloor);
});
