import { Worker } from 'node:worker_threads';
import type { ReaderPlace } from '#packages/dynamo-sqlite/src/index.ts';
import { type Answer, answersFor, type Call } from '#packages/dynamo-sqlite/src/threads.ts';
import type { EmbeddedEngine } from './engines/start-embedded.ts';
import { answerTo, type RemoteAnswer, type RemoteCall } from './remote-calls.ts';
import type { CreatedTable } from './resources.ts';
import { type LongWork, workOrGiveUp } from './start-long-work.ts';

export type WorkersPlace = {
  part: 'workers';
  directory: string;
  tables: readonly CreatedTable[];
  dynamodb: string;
  reader: ReaderPlace | undefined;
  sqsEndpoint: string;
  compileCache: string | undefined;
};
export type FromWorkers =
  | { calls: Call[] }
  | { longWork: RemoteCall }
  | { trim: { tableName: string; before: number } }
  | 'end_waits'
  | 'started'
  | 'caught_up'
  | 'stopped';
export type ToWorkers = { answers: Answer[] } | { answered: RemoteAnswer } | 'catch_up' | 'stop';

export type WorkerThread = {
  died: Promise<string>;
  catchUp(): Promise<void>;
  stop(): Promise<void>;
};

export function startWorkerThread(
  place: Omit<WorkersPlace, 'reader' | 'part'>,
  embedded: EmbeddedEngine | undefined,
  {
    endWaits,
    log,
    longWork,
    entry = new URL('./worker-entry.ts', import.meta.url),
  }: {
    endWaits(): void;
    log(text: string, cause: unknown): void;
    longWork: Pick<LongWork, 'call'>;
    entry?: URL;
  },
): WorkerThread {
  // Reading the newest number here stores it in the state that reader threads share.
  for (const { tableName } of place.tables) embedded?.streamRecords.newest(tableName);
  const workerData: WorkersPlace = { ...place, part: 'workers', reader: embedded?.forReaders };
  const thread = new Worker(entry, { workerData });
  const send = (message: ToWorkers) => thread.postMessage(message);
  const answer = embedded && answersFor(embedded, (answers) => send({ answers }));
  const started = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  let caughtUp = Promise.withResolvers<void>();
  const died = Promise.withResolvers<string>();
  thread.on('message', (message: FromWorkers) => {
    if (message === 'end_waits') endWaits();
    else if (message === 'started') started.resolve();
    else if (message === 'caught_up') caughtUp.resolve();
    else if (message === 'stopped') stopped.resolve();
    else if ('longWork' in message) {
      const { name, event } = message.longWork;
      void answerTo(message.longWork, workOrGiveUp(longWork, name, event), (answered) => send({ answered }));
    } else if ('trim' in message) embedded?.streamRecords.trim(message.trim.tableName, message.trim.before);
    else answer?.(message.calls);
  });
  thread.on('error', (error: Error) => {
    log('The workers failed.', error);
    died.resolve(`The workers failed (${error.message}); start again.`);
  });
  thread.on('exit', () => {
    started.resolve();
    stopped.resolve();
    died.resolve('The workers have ended; start again.');
  });
  return {
    died: died.promise,
    async catchUp() {
      await started.promise;
      caughtUp = Promise.withResolvers<void>();
      send('catch_up');
      await Promise.race([caughtUp.promise, died.promise]);
    },
    async stop() {
      await started.promise;
      send('stop');
      await stopped.promise;
      await thread.terminate();
    },
  };
}
