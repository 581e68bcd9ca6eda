import { parentPort, workerData } from 'node:worker_threads';
import { SQSClient } from '@aws-sdk/client-sqs';
import { openReader, sharedState, writerOver } from '#packages/dynamo-sqlite/src/threads.ts';
import { setOwnEngine } from '#shared/aws/own-engine.ts';
import { engineAt } from './engines/dynamodb-call.ts';
import { dynamoOf } from './engines/own-dynamo.ts';
import { workers } from './invoker.ts';
import { longWorkers } from './long-requests.ts';
import { remoteCalls } from './remote-calls.ts';
import { hostLine } from './service-log.ts';
import { hasSubscriber } from './start-engines.ts';
import type { FromWorkers, ToWorkers, WorkersPlace } from './start-worker-thread.ts';
import { startWorkers } from './start-workers.ts';

// The thread's workers (streams, queues, schedules) block no request.
const { directory, tables, dynamodb, reader: place, sqsEndpoint } = workerData as WorkersPlace;
const port = parentPort as NonNullable<typeof parentPort>;
const send = (message: FromWorkers) => port.postMessage(message);
const log = (text: string, cause?: unknown) => void process.stdout.write(hostLine(text, cause));
process.on('unhandledRejection', (error) => log('A promise was rejected without a handler.', error));

const writer = writerOver((calls) => send({ calls }));
const shared = place && sharedState(place.buffer);
const reader = place && shared && openReader(place.file, shared, { hasSubscriber, writer });
setOwnEngine(reader && dynamoOf(reader.call));

/** Under load, pollers find records without this notification, so it may be rare. */
const newsEveryMs = 10;
const listeners = new Set<() => void>();
void shared?.followNews(() => {
  for (const listen of listeners) listen();
}, newsEveryMs);

const functions = workers();
const longWork = remoteCalls((call) => send({ longWork: call }));
const running = startWorkers({
  directory,
  tables,
  log,
  invokeOf: (name) =>
    longWorkers.has(name)
      ? (event) => longWork.call(name, event)
      : (functions.get(name) ?? (() => Promise.reject(new Error(`No function ${name}.`)))),
  engine: reader?.call ?? engineAt(dynamodb, process.env.AWS_SECRET_ACCESS_KEY),
  streamRecords: reader && {
    newest: reader.newestOf,
    trim: (tableName, before) => send({ trim: { tableName, before } }),
    onNews(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
  },
  sqs: {
    client: new SQSClient({ useQueueUrlAsEndpoint: false }),
    endpoint: sqsEndpoint,
    endWaits: () => send('end_waits'),
  },
});

const lookEveryMs = 50;
async function catchUp(): Promise<void> {
  while (!running.hasCaughtUp()) await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  send('caught_up');
}

port.on('message', async (message: ToWorkers) => {
  if (message === 'catch_up') return await catchUp();
  if (message !== 'stop') return 'answers' in message ? writer.answered(message.answers) : longWork.answered(message.answered);
  await running.stop();
  reader?.close();
  send('stopped');
});
send('started');
