// Slow: it tries many faults.
import { declaredPeak, refusedIn } from '#lib/tools/simulate/declared-peak.ts';
import { runLambda } from '#lib/tools/simulate/lambda.ts';

const usual = { reserved: 200, milliseconds: 10, initMilliseconds: 300 };

describe('a function of Lambda, as it is modelled', () => {
  it('a function of Lambda, as it is modelled takes ten requests a second for each execution, however short they are', () => {
    const rising = [100, 1000, 1500];
    const { refused } = runLambda({ ...usual, perSecond: [...rising, 2000, 2000, 2600] });
    expect(refused).toEqual({ byRate: 600, byExecutions: 0, byScaling: 0 });
  });

  it('a function of Lambda, as it is modelled takes as many at once as are kept for it', () => {
    const { refused, mostAtOnce } = runLambda({ ...usual, milliseconds: 500, perSecond: [100, 200, 600] });
    expect(mostAtOnce).toBe(200);
    expect(refused.byExecutions).toBeGreaterThan(0);
    expect(refused.byRate).toBe(0);
  });

  it('a function of Lambda, as it is modelled gains 1,000 executions in ten seconds', () => {
    const { refused, started } = runLambda({ ...usual, reserved: 5000, perSecond: [20_000] });
    expect(started).toBeLessThan(1110);
    expect(refused.byScaling).toBeGreaterThan(0);
  });

  it('a function of Lambda, as it is modelled starts an environment for a request that finds none free, which waits for it', () => {
    const first = runLambda({ ...usual, perSecond: [1] });
    expect([first.started, first.p99Ms]).toEqual([1, 310]);
    expect(runLambda({ ...usual, perSecond: [1, 1, 1] }).started).toBe(1);
  });
});

describe('the declared peak of prod', () => {
  it('the declared peak of prod is reached within a second, and held, without a throttle', () => {
    for (const { peak, rises } of declaredPeak()) {
      expect(peak).toBeGreaterThan(0);
      for (const run of rises.filter(({ seconds }) => seconds >= 1))
        expect(refusedIn(run), `requests refused in a rise of ${run.seconds} s to ${peak}`).toBe(0);
    }
  });

  it('the declared peak of prod is reached without a throttle at 10,000 a second too, with what follows from that', () => {
    const peakRequestsPerSecond = { conversions: 10_000, pixel: 0, api: 0 };
    const [conversions] = declaredPeak({ peakRequestsPerSecond, reservesExecutions: true });
    expect(conversions?.reserved).toBe(1000);
    for (const run of conversions?.rises.filter(({ seconds }) => seconds >= 1) ?? []) expect(refusedIn(run)).toBe(0);
  });

  it('the declared peak of prod would be throttled with the 200 executions that were once taken for 20,000 a second', () => {
    const { refused } = runLambda({ ...usual, perSecond: [200, 2000, 20_000] });
    expect(refused.byRate + refused.byExecutions + refused.byScaling).toBeGreaterThan(17_000);
  });
});
