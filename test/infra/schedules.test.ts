// Slow: it builds the cloud's template or bundles.
import { inTimeZones } from '#functions/jobs.ts';
import { scheduleExpression } from '#lib/cloud/constructs/schedule-expression.ts';
import { synthesised, widerService } from './synthesised.ts';

describe('the schedules', () => {
  const { ofType, inWords } = synthesised();
  const schedules = ofType('Scheduler::Schedule').map(({ properties }) => properties);

  it('the schedules are the jobs of the description, each in its own time zone', () => {
    const actual = schedules.map((s) => [s.Name.replace('adtrail-prod-', ''), inWords(s.Target.Arn), s.ScheduleExpressionTimezone]);
    const described = Object.entries(inTimeZones(widerService.jobs, {})).map(([name, job]) => [
      name,
      `function ${job.function}`,
      job.timeZone,
    ]);
    expect(actual.sort()).toEqual(described.sort());
  });

  it('the schedules start to the minute, say which run it is, and keep a run that could not start', () => {
    for (const schedule of schedules) {
      const isKept = !schedule.Name.endsWith('-canary');
      expect(schedule.FlexibleTimeWindow).toEqual({ Mode: 'OFF' });
      expect(JSON.parse(schedule.Target.Input)).toEqual({
        job: schedule.Name.replace('adtrail-prod-', ''),
        scheduledAt: '<aws.scheduler.scheduled-time>',
      });
      expect(schedule.Target.DeadLetterConfig && inWords(schedule.Target.DeadLetterConfig.Arn)).toBe(
        isKept ? `${inWords(schedule.Target.Arn).replace('function', 'queue')}-failed` : undefined,
      );
      expect(schedule.Target.RetryPolicy).toEqual({
        MaximumEventAgeInSeconds: 7200,
        MaximumRetryAttempts: isKept ? 3 : 0,
      });
    }
  });

  it('the schedules keep a run that the function failed', () => {
    const configs = ofType('Lambda::EventInvokeConfig').map(({ properties: p }) => [
      inWords(p.FunctionName),
      p.MaximumRetryAttempts,
      p.DestinationConfig && inWords(p.DestinationConfig.OnFailure.Destination),
    ]);
    const workers = [...new Set(Object.values(widerService.jobs).map((job) => job.function))];
    expect(configs).toEqual(
      workers.map((name) => (name === 'canary' ? [`function ${name}`, 0, undefined] : [`function ${name}`, 2, `queue ${name}-failed`])),
    );
  });
});

describe('a Unix cron in the words of EventBridge Scheduler', () => {
  it.each([
    ['0 9 * * *', '0 9 * * ? *'],
    ['*/15 * * * *', '0,15,30,45 * * * ? *'],
    ['5 4 1 * *', '5 4 1 * ? *'],
    ['0 20 L * *', '0 20 L * ? *'],
    ['0 0 1 1,7 *', '0 0 1 1,7 ? *'],
    ['0 9 * * 0', '0 9 ? * 1 *'],
    ['0 9 * * 7', '0 9 ? * 1 *'],
    ['0 9 * * 6', '0 9 ? * 7 *'],
    ['30 9 * * 1-5', '30 9 ? * 2,3,4,5,6 *'],
    ['30 9 * * 5-7', '30 9 ? * 1,6,7 *'],
    ['0 8-18/2 * * *', '0 8,10,12,14,16,18 * * ? *'],
    ['0 20/2 * * *', '0 20,22 * * ? *'],
    ['0 0 * * */2', '0 0 ? * 1,3,5,7 *'],
  ])('%s is cron(%s)', (unix, aws) => {
    expect(scheduleExpression(unix, 'Asia/Kolkata')).toMatchObject({
      expressionString: `cron(${aws})`,
      timeZone: { timezoneName: 'Asia/Kolkata' },
    });
  });

  it.each([
    '0 9 * *',
    '60 * * * *',
    '0 24 * * *',
    '0 0 0 * *',
    '0 0 * 13 *',
    '0 0 * * 8',
    '0 0 * * MON',
    '0 9-8 * * *',
    '*/0 * * * *',
    '0 0 1 * 1',
    '0 0 L * 1',
    '0 0 1,L * *',
  ])('a Unix cron in the words of EventBridge Scheduler refuses %s', (cron) => {
    expect(() => scheduleExpression(cron, 'UTC')).toThrow(`Cron "${cron}"`);
  });
});
