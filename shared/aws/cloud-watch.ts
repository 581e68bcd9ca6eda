import { hourInSeconds } from '#shared/values/durations.ts';
import type { AwsCall } from './aws-call.ts';

export type AlarmState = 'ok' | 'alarm' | 'insufficient_data';
export type MeasuredAlarm = { id: string; state: AlarmState; since: string | null; about: string };
export type Measured = {
  alarms: MeasuredAlarm[];
  lags: { name: string; milliseconds: number | null }[];
  /** Both rates are shares from 0 to 1. */
  mail: { bounceRate: number | null; complaintRate: number | null };
};
export type CloudWatch = {
  measure(streams: readonly string[]): Promise<Measured>;
  reputation(): Promise<Measured['mail']>;
  uncachedStarts(stage: string): Promise<number>;
};

type Alarms = {
  MetricAlarms?: {
    AlarmName: string;
    StateValue: string;
    StateUpdatedTimestamp?: number;
    AlarmDescription?: string;
  }[];
  NextToken?: string;
};
type Data = { MetricDataResults?: { Id: string; Values?: number[] }[] };

const states: Record<string, AlarmState> = { OK: 'ok', ALARM: 'alarm' };
/** SES reports its rates seldom, so their window is longer. */
const windows = { lag: 1800, mail: 6 * hourInSeconds };

export const cloudWatchOf = (call: AwsCall, { stack, now }: { stack: string; now: () => number }): CloudWatch => {
  async function alarms(): Promise<MeasuredAlarm[]> {
    const alarms: MeasuredAlarm[] = [];
    const prefix = `${stack}-`;
    for (let NextToken: string | undefined; ; ) {
      const page = (await call('GraniteServiceVersion20100801.DescribeAlarms', {
        AlarmNamePrefix: prefix,
        AlarmTypes: ['MetricAlarm'],
        MaxRecords: 100,
        ...(NextToken && { NextToken }),
      })) as Alarms;
      for (const alarm of page.MetricAlarms ?? [])
        alarms.push({
          id: alarm.AlarmName.slice(prefix.length),
          state: states[alarm.StateValue] ?? 'insufficient_data',
          since: alarm.StateUpdatedTimestamp ? new Date(alarm.StateUpdatedTimestamp * 1000).toISOString() : null,
          about: alarm.AlarmDescription ?? '',
        });
      NextToken = page.NextToken;
      if (!NextToken) return alarms;
    }
  }

  async function newest(queries: readonly { metric: object; seconds: number }[]): Promise<(number | null)[]> {
    const EndTime = Math.floor(now() / 1000);
    const { MetricDataResults = [] } = (await call('GraniteServiceVersion20100801.GetMetricData', {
      StartTime: EndTime - windows.mail,
      EndTime,
      ScanBy: 'TimestampDescending',
      MetricDataQueries: queries.map(({ metric, seconds }, at) => ({
        Id: `m${at}`,
        MetricStat: { Metric: metric, Period: seconds, Stat: 'Maximum' },
      })),
    })) as Data;
    const values = new Map(MetricDataResults.map(({ Id, Values = [] }) => [Id, Values[0] ?? null]));
    return queries.map((_, at) => values.get(`m${at}`) ?? null);
  }

  const share = (MetricName: string) => ({
    metric: { Namespace: 'AWS/SES', MetricName },
    seconds: hourInSeconds,
  });
  const shares = [share('Reputation.BounceRate'), share('Reputation.ComplaintRate')];

  return {
    async uncachedStarts(stage) {
      const Dimensions = [
        { Name: 'service', Value: 'adtrail' },
        { Name: 'stage', Value: stage },
      ];
      const EndTime = Math.floor(now() / 1000);
      const { MetricDataResults = [] } = (await call('GraniteServiceVersion20100801.GetMetricData', {
        StartTime: EndTime - hourInSeconds,
        EndTime,
        MetricDataQueries: [
          {
            Id: 'refused',
            MetricStat: {
              Metric: { Namespace: 'adtrail', MetricName: 'code_cache_refused', Dimensions },
              Period: 300,
              Stat: 'Sum',
            },
          },
        ],
      })) as Data;
      return MetricDataResults.flatMap(({ Values = [] }) => Values).reduce((sum, value) => sum + value, 0);
    },

    async reputation() {
      const [bounceRate = null, complaintRate = null] = await newest(shares);
      return { bounceRate, complaintRate };
    },

    async measure(streams) {
      const lagOf = (name: string) => ({
        metric: {
          Namespace: 'AWS/Lambda',
          MetricName: 'IteratorAge',
          Dimensions: [{ Name: 'FunctionName', Value: `${stack}-${name}` }],
        },
        seconds: windows.lag,
      });
      const [listed, measured] = await Promise.all([alarms(), newest([...shares, ...streams.map(lagOf)])]);
      const [bounceRate = null, complaintRate = null, ...lags] = measured;
      return {
        alarms: listed,
        lags: streams.map((name, at) => ({ name, milliseconds: lags[at] ?? null })),
        mail: { bounceRate, complaintRate },
      };
    },
  };
};
