import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { scheduleFailures, streamFailures } from '#functions/failures.ts';
import { inTimeZones, jobs } from '#functions/jobs.ts';
import { queues } from '#functions/queues.ts';
import { uncountedReport } from '#functions/workers/conversion-totals/set-aside.ts';
import type { StreamRecords } from '#packages/dynamo-sqlite/src/index.ts';
import type { Queue } from '#shared/messages/queue.ts';
import { tables } from '#shared/store/tables.ts';
import { changeOf } from '#shared/worker/stream-worker.ts';
import { checkpointIn } from './checkpoint.ts';
import { visibilityOf } from './create-queues.ts';
import type { EngineCall } from './engines/dynamodb-call.ts';
import { queueUrl } from './environment.ts';
import type { Invoke } from './invoker.ts';
import { startQueuePoller } from './queue-poller.ts';
import type { CreatedTable } from './resources.ts';
import { startSchedules } from './schedules.ts';
import { type StreamPoller, type StreamPollerSettings, startStreamPoller } from './stream-poller.ts';
import type { StreamRecord } from './stream-source.ts';

export type WorkersSettings = {
  directory: string;
  invokeOf(functionName: string): Invoke;
  log(text: string, cause?: unknown): void;
  tables: readonly CreatedTable[];
  engine: EngineCall;
  streamRecords: (StreamRecords & Pick<StreamPollerSettings, 'onNews'>) | undefined;
  sqs: { client: SQSClient; endpoint: string; endWaits(): void };
};

/** The file has the stream records that consumers gave up, for `npm run ops -- redrive`. */
export const failedRecordsFile = 'failed-stream-records.ndjson';

const trimEveryMs = 60_000;

export function startWorkers(settings: WorkersSettings): StreamPoller {
  const { invokeOf, log } = settings;
  const here = Object.entries(inTimeZones(jobs, process.env)).filter(([, job]) => !job.isOnlyInCloud);
  const localEnv = Object.fromEntries(here);
  const schedules = startSchedules(localEnv, invokeOf, (event, error) => {
    log(`The job ${event.job} has failed.`, error);
    const QueueUrl = queueUrl(settings.sqs.endpoint, scheduleFailures(localEnv[event.job]?.function ?? ''));
    const MessageBody = JSON.stringify({ requestPayload: event });
    settings.sqs.client
      .send(new SendMessageCommand({ QueueUrl, MessageBody }))
      .catch((failure) => log(`The failure of ${event.job} could not be kept.`, failure));
  });
  const queuePollers = Object.entries<Queue>(queues).map(([name, queue]) =>
    startQueuePoller({
      client: settings.sqs.client,
      queueUrl: queueUrl(settings.sqs.endpoint, name),
      maxConcurrency: queue.maxConcurrency,
      batchSize: queue.batchSize ?? 10,
      visibilitySeconds: visibilityOf(queue),
      invoke: invokeOf(queue.function),
      endWaits: settings.sqs.endWaits,
      failed: (error) => log(`The worker of the queue ${name} has failed.`, error),
    }),
  );
  const streams = settings.tables.map((table) => streamsOf(table, settings));
  return {
    hasCaughtUp: () => streams.every((stream) => stream.hasCaughtUp()),
    async stop() {
      await Promise.all([schedules, ...queuePollers, ...streams].map((worker) => worker.stop()));
    },
  };
}

/** The operators' page of queues shows the report, and a redrive recounts. */
function reportUncounted(record: StreamRecord, error: unknown, { sqs, log }: WorkersSettings): void {
  const QueueUrl = queueUrl(sqs.endpoint, streamFailures('attribution', 'conversion-totals'));
  const MessageBody = JSON.stringify(uncountedReport('totals', [changeOf(record)], error));
  sqs.client
    .send(new SendMessageCommand({ QueueUrl, MessageBody }))
    .catch((failure) => log('The report of an uncounted record could not be kept.', failure));
}

function streamsOf({ name, tableName, streamArn }: CreatedTable, settings: WorkersSettings): StreamPoller {
  const { directory, invokeOf, log, streamRecords } = settings;
  if (!streamArn) return { stop: async () => {}, hasCaughtUp: () => true };
  const consumers = tables[name].stream.map((consumer) => {
    const checkpoint = checkpointIn(join(directory, 'checkpoints', `${name}.${consumer.function}.json`), streamArn);
    const poller = startStreamPoller({
      engine: settings.engine,
      streamArn,
      consumer,
      checkpoint,
      invoke: invokeOf(consumer.function),
      giveUp(record, error) {
        const at = new Date().toISOString();
        // The line holds the whole record, because the engine deletes it from the stream.
        const line = { at, table: name, function: consumer.function, error: String(error), record };
        appendFileSync(join(directory, failedRecordsFile), `${JSON.stringify(line)}\n`);
        log(`${consumer.function} has given up a record of ${name}.`, error);
        if (consumer.function === 'conversion-totals') reportUncounted(record, error, settings);
      },
      failed: (error) => log(`The stream of ${name} does not reach ${consumer.function}.`, error),
      newest: streamRecords && (() => streamRecords.newest(tableName)),
      onNews: streamRecords?.onNews,
    });
    return { checkpoint, poller };
  });
  const trim = setInterval(() => {
    const readNumbers = consumers.map(({ checkpoint }) => Number(checkpoint.position?.sequenceNumber ?? 0));
    streamRecords?.trim(tableName, Math.min(...readNumbers));
  }, trimEveryMs);
  return {
    hasCaughtUp: () => consumers.every(({ poller }) => poller.hasCaughtUp()),
    async stop() {
      clearInterval(trim);
      await Promise.all(consumers.map(({ poller }) => poller.stop()));
    },
  };
}
