import { Duration } from 'aws-cdk-lib';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#lib/cloud/stages.ts';
import { variables } from '#shared/env.ts';
import type { WorkQueue } from './queue-worker.ts';
import type { RestApi } from './rest-api.ts';
import type { ScheduledWorker } from './schedule.ts';
import { isReplacedStepwise, type ServiceFunction } from './service-function.ts';
import type { StreamWorker } from './stream-worker.ts';

export type Watched = {
  api: RestApi;
  functions: readonly ServiceFunction[];
  queues: readonly WorkQueue[];
  streams: readonly StreamWorker[];
  schedules: readonly ScheduledWorker[];
  stageName: string;
};

const period = Duration.minutes(5);
const minute = Duration.minutes(1);

export function watch({ api, functions, streams, stageName }: Watched, stage: Stage): Watch[] {
  return [
    {
      id: 'api-5xx',
      // API Gateway's own metric misses the Conversion API, so the service counts its errors.
      metric: serviceMetric('server_errors', stageName),
      from: 5,
      times: 2,
      impact: `Callers get 5xx responses. Conversion events are lost unless the sender retries them.`,
    },
    ...functionWatches(functions, { api, stageName }),
    {
      id: 'dead-letters',
      metric: serviceMetric('dead_letters', stageName, Stats.MAXIMUM),
      from: 1,
      impact: `Messages, changes of a table or runs of a schedule failed as often as they are tried: their work is not done until they are sent back. The stream keeps changes for four more hours. Which queue: that page, the graph "Given up on" of the dashboard adtrail-${stageName}, and the log line "dead letters" of the canary.`,
    },
    {
      id: 'dead-effects',
      metric: serviceMetric('dead_effects', stageName),
      from: 1,
      impact: `Effects (mails, notices, tasks) could not be delivered. They are kept and not retried until they are sent back.`,
    },
    {
      id: 'code-caches',
      metric: serviceMetric('code_cache_refused', stageName, Stats.SUM, { period: Duration.hours(1) }),
      from: 5,
      impact: `Functions start in up to twice the time: Lambda has another Node than the code caches were made with. Nothing fails. The log line "code cache refused" names function and Node.`,
    },
    ...lateWorkers(streams),
    llmBudget(stage),
    {
      id: 'failed-sign-ins',
      metric: serviceMetric('failed_sign_ins', stageName),
      from: 500,
      impact: `Many sign-ins fail: someone is guessing passwords or codes. The limits are in force. The log lines \`security event\` name accounts and networks.`,
    },
    ...functions
      .filter(({ description: { name } }) => name === 'canary')
      .map(({ fn }) => ({
        id: 'canary',
        metric: fn.metricErrors({ period, statistic: Stats.MAXIMUM }),
        from: 1,
        times: 3,
        ringsWithoutData: true as const,
        impact: `The canary failed three times in a row, or does not run: sign-in, keys, clicks, conversions, reports or erasure do not work for customers.`,
      })),
  ];
}

const serviceMetric = (
  metricName: string,
  stage: string,
  statistic: string = Stats.SUM,
  { dimensions, ...more }: { period?: Duration; dimensions?: Record<string, string> } = {},
) =>
  new Metric({
    namespace: 'adtrail',
    metricName,
    statistic,
    period,
    ...more,
    dimensionsMap: { service: 'adtrail', stage, ...dimensions },
  });

function llmBudget({ name, settings }: Stage): Watch {
  const [form] = variables.LLM_BUDGET_PER_HOUR;
  const dollars = form().safeParse(settings.LLM_BUDGET_PER_HOUR).data ?? form().parse(undefined);
  return {
    id: 'llm-budget',
    metric: serviceMetric('llm_cost_micros', name, Stats.SUM, { period: Duration.hours(1) }),
    from: (dollars / 2) * 1_000_000,
    impact: `Half of the language model's budget of $${dollars} an hour is spent (in millionths of a dollar). Above all of it, accounts that do not pay get 503.`,
  };
}

const throttleWatched = ['conversions', 'pixel', 'auth', 'conversion-totals', 'outbox'];

function functionWatches(functions: readonly ServiceFunction[], { api, stageName }: Pick<Watched, 'api' | 'stageName'>): Watch[] {
  const throttles = functions.filter(({ description: { name } }) => throttleWatched.includes(name));
  return [
    {
      id: 'function-errors',
      metric: api.unanswered.with({ period, statistic: Stats.SUM }),
      from: 10,
      impact: `Functions behind the gateway crash, run out of time or are throttled: requests are answered 5xx. The dashboard shows which.`,
    },
    {
      id: 'function-throttles',
      metric: new MathExpression({
        expression: `SUM(METRICS())`,
        usingMetrics: Object.fromEntries(throttles.map(({ fn }, at) => [`m${at}`, fn.metricThrottles({ period, statistic: Stats.SUM })])),
        label: 'Throttles',
        period,
      }),
      from: 1,
      times: 2,
      impact: `Functions are throttled (${throttleWatched.join(', ')}): callers get 5xx or 429, messages wait. The account's concurrency is used up, or that kept for a function.`,
    },
    ...functions
      .filter(({ description: { name } }) => isReplacedStepwise(name))
      .flatMap(({ fn, description: { name } }) => [
        {
          id: `${name}-errors`,
          metric: fn.metricErrors({ period: minute, statistic: Stats.SUM }),
          from: 3,
          impact: `Function ${name} crashes or runs out of time: its callers get 5xx. A deployment under way goes back.`,
        },
        {
          id: `${name}-5xx`,
          metric: serviceMetric('server_errors', stageName, Stats.SUM, {
            period: minute,
            dimensions: { function: fn.functionName },
          }),
          from: 3,
          impact: `Function ${name} responds with 5xx: the store or a vendor is down, or the version is faulty. A deployment under way goes back.`,
        },
      ]),
  ];
}

function lateWorkers(streams: readonly StreamWorker[]): Watch[] {
  const workers = new Map(streams.map(({ consumer, worker }) => [consumer.function, worker]));
  return [...workers].map(([name, worker]) => ({
    id: `${name}-late`,
    metric: worker.metric('IteratorAge', { period, statistic: Stats.MAXIMUM }),
    from: Duration.minutes(15).toMilliseconds(),
    times: 2,
    impact: `Function ${name} is 15 minutes behind the changes it follows, and gives them up after 20 hours: mails or totals lag.`,
  }));
}

export type Watch = {
  id: string;
  metric: IMetric;
  from: number;
  times?: number;
  ringsWithoutData?: true;
  impact: string;
};
