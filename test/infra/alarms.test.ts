// Slow: it builds the cloud's template or bundles.
import { stageNamed, synthesised } from './synthesised.ts';

const fifteenMinutesMs = 900_000;
const once = { times: 1, seconds: 300, statistic: 'Sum', withoutData: 'notBreaching' };
const ofDeployment = { ...once, from: 3, seconds: 60 };
const lag = { ...once, from: fifteenMinutesMs, times: 2, statistic: 'Maximum' };

const alarms: Record<string, typeof once & { from: number }> = {
  'api-5xx': { ...once, from: 5, times: 2 },
  'function-errors': { ...once, from: 10 },
  'function-throttles': { ...once, from: 1, times: 2 },
  'auth-errors': ofDeployment,
  'auth-5xx': ofDeployment,
  'conversions-errors': ofDeployment,
  'conversions-5xx': ofDeployment,
  'pixel-errors': ofDeployment,
  'pixel-5xx': ofDeployment,
  'dead-letters': { ...once, from: 1, statistic: 'Maximum' },
  'dead-effects': { ...once, from: 1 },
  'code-caches': { ...once, from: 5, seconds: 3600 },
  'outbox-late': lag,
  'search-index-late': lag,
  'conversion-totals-late': lag,
  'llm-budget': { ...once, from: 10_000_000, seconds: 3600 },
  'failed-sign-ins': { ...once, from: 500 },
  canary: { from: 1, times: 3, seconds: 300, statistic: 'Maximum', withoutData: 'breaching' },
};

describe.each(['dev', 'prod'] as const)('the alarms of %s', (name) => {
  const stage = synthesised(undefined, stageNamed(name));
  const actual = Object.fromEntries(
    stage.ofType('CloudWatch::Alarm').map(({ properties }) => [properties.AlarmName.slice(`adtrail-${name}-`.length), properties]),
  );

  it('are these', () => {
    expect(Object.keys(actual).sort()).toEqual(Object.keys(alarms).sort());
  });

  it('function-throttles adds up the functions whose throttling loses something', () => {
    const { Metrics, Threshold, EvaluationPeriods } = actual['function-throttles'];
    expect([Threshold, EvaluationPeriods]).toEqual([1, 2]);
    const stats = Metrics.flatMap(({ MetricStat }: { MetricStat?: object }) => MetricStat ?? []);
    for (const stat of stats) expect(stat).toMatchObject({ Metric: { MetricName: 'Throttles' }, Period: 300, Stat: 'Sum' });
  });

  it.each(Object.entries(alarms).filter(([id]) => id !== 'function-throttles'))(
    '%s rings at its threshold, and not only above it',
    (id, alarm) => {
      expect(actual[id]).toMatchObject({
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        Threshold: alarm.from,
        EvaluationPeriods: alarm.times,
        Period: alarm.seconds,
        Statistic: alarm.statistic,
        TreatMissingData: alarm.withoutData,
      });
      expect(actual[id].DatapointsToAlarm ?? alarm.times).toBe(alarm.times);
    },
  );
});
