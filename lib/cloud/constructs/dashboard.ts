import { Duration, Stack } from 'aws-cdk-lib';
import { Dashboard as CloudWatchDashboard, GraphWidget, type IMetric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import type { Watched } from './watch.ts';

const period = Duration.minutes(5);
const sum = { period, statistic: Stats.SUM };

export class Dashboard extends Construct {
  constructor(scope: Construct, { api, functions, queues, streams, schedules }: Watched) {
    super(scope, 'overview');
    const stage = api.api.deploymentStage;
    const deadLetters = [...queues.map(({ dead }) => dead), ...[...streams, ...schedules].flatMap(({ failed }) => failed ?? [])];
    const workers = new Map(streams.map(({ consumer, worker }) => [consumer.function, worker]));
    new CloudWatchDashboard(this, 'screen', {
      dashboardName: Stack.of(this).stackName,
      widgets: [
        [
          graph('API requests', [stage.metricCount(sum), stage.metricClientError(sum), stage.metricServerError(sum)]),
          graph(
            'API latency (ms)',
            ['p50', 'p95', 'p99'].map((statistic) => stage.metricLatency({ period, statistic })),
          ),
        ],
        [
          graph(
            'Function errors',
            functions.map(({ fn }) => fn.metricErrors(sum)),
          ),
          graph(
            'Function p95 (ms)',
            functions.map(({ fn }) => fn.metricDuration({ period, statistic: 'p95' })),
          ),
          graph(
            'Function runs at once',
            functions.map(({ fn }) => fn.metric('ConcurrentExecutions', { period, statistic: Stats.MAXIMUM })),
          ),
        ],
        [
          graph(
            'Messages waiting',
            queues.map(({ queue }) => queue.metricApproximateNumberOfMessagesVisible({ period })),
          ),
          graph(
            'Stream lag (ms)',
            [...workers.values()].map((fn) => fn.metric('IteratorAge', { period, statistic: Stats.MAXIMUM })),
          ),
          graph(
            'Given up on',
            deadLetters.map((queue) => queue.metricApproximateNumberOfMessagesVisible({ period })),
          ),
        ],
      ],
    });
  }
}

const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 8, height: 6 });
