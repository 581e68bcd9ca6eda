import { cloudWatchOf } from '#shared/aws/cloud-watch.ts';

const now = () => Date.parse('2026-11-21T12:00:00Z');
const asked: [target: string, input: Record<string, unknown>][] = [];
const alarm = (AlarmName: string, StateValue: string) => ({
  AlarmName,
  StateValue,
  AlarmDescription: `About ${AlarmName}`,
  StateUpdatedTimestamp: 1_795_252_500.25,
});

describe('what CloudWatch measures of a stack', () => {
  it("CloudWatch's values have every page of alarms, the lag of each function and the reputation of the mail", async () => {
    const call = async (target: string, input: object) => {
      asked.push([target, input as Record<string, unknown>]);
      if (target.endsWith('DescribeAlarms'))
        return 'NextToken' in input
          ? { MetricAlarms: [alarm('adtrail-prod-api-5xx', 'INSUFFICIENT_DATA')] }
          : {
              MetricAlarms: [alarm('adtrail-prod-notices-dead', 'ALARM'), alarm('adtrail-prod-llm-budget', 'OK')],
              NextToken: 'more',
            };
      return {
        MetricDataResults: [
          { Id: 'm0', Values: [0.012, 0.01] },
          { Id: 'm1', Values: [] },
          { Id: 'm2', Values: [420] },
        ],
      };
    };
    const { measure } = cloudWatchOf(call, { stack: 'adtrail-prod', now });
    const { alarms, lags, mail } = await measure(['outbox', 'search-index']);
    expect(alarms.map(({ id, state }) => [id, state])).toEqual([
      ['notices-dead', 'alarm'],
      ['llm-budget', 'ok'],
      ['api-5xx', 'insufficient_data'],
    ]);
    expect(alarms[0]?.since).toBe(new Date(1_795_252_500_250).toISOString());
    expect(lags).toEqual([
      { name: 'outbox', milliseconds: 420 },
      { name: 'search-index', milliseconds: null },
    ]);
    expect(mail).toEqual({ bounceRate: 0.012, complaintRate: null });
    const [, query] = asked.find(([target]) => target.endsWith('GetMetricData')) ?? [];
    expect(query).toMatchObject({ EndTime: now() / 1000, ScanBy: 'TimestampDescending' });
    expect(JSON.stringify(query)).toContain('"Value":"adtrail-prod-outbox"');
    expect(asked[0]?.[1]).toMatchObject({ AlarmNamePrefix: 'adtrail-prod-' });
  });

  it("CloudWatch's values fail when CloudWatch does", async () => {
    const { measure } = cloudWatchOf(() => Promise.reject(new Error('Throttling')), {
      stack: 'adtrail-prod',
      now,
    });
    await expect(measure([])).rejects.toThrow('Throttling');
  });
});
