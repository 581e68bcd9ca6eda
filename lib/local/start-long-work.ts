import { Worker } from 'node:worker_threads';
import type { ReaderPlace } from '#packages/dynamo-sqlite/src/index.ts';
import { type Answer, answersFor, type Call } from '#packages/dynamo-sqlite/src/threads.ts';
import type { EmbeddedEngine } from './engines/start-embedded.ts';
import { type RemoteAnswer, type RemoteCall, type RemoteCalls, remoteCalls } from './remote-calls.ts';

export type LongWorkPlace = {
  part: 'long work';
  reader: ReaderPlace | undefined;
  compileCache: string | undefined;
};
export type FromLongWork = { calls: Call[] } | { answered: RemoteAnswer };
export type ToLongWork = { answers: Answer[] } | { call: RemoteCall };

export type LongWork = {
  /** Runs a function of the service. Rejects if the function fails, or if the thread dies meanwhile. */
  call(name: string, event: unknown): Promise<unknown>;
  stop(): Promise<void>;
};

/** A thread without work ends after this time, and returns its memory. */
const idleMs = 120_000;

/**
 * A file of 100,000 lines takes seconds of CPU, so another thread reads it: the threads of requests and workers stay
 * free for all accounts. The thread starts with its first call.
 */
export function longWork(
  place: Omit<LongWorkPlace, 'reader' | 'part'>,
  embedded: EmbeddedEngine | undefined,
  {
    log,
    entry = new URL('./worker-entry.ts', import.meta.url),
    idle = idleMs,
  }: { log(text: string, cause: unknown): void; entry?: URL; idle?: number },
): LongWork {
  let running: { thread: Worker; calls: RemoteCalls } | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function start() {
    const workerData: LongWorkPlace = { ...place, part: 'long work', reader: embedded?.forReaders };
    const thread = new Worker(entry, { workerData });
    const send = (message: ToLongWork) => thread.postMessage(message);
    const calls = remoteCalls((call) => send({ call }));
    const answer = embedded && answersFor(embedded, (answers) => send({ answers }));
    const end = (error: Error) => {
      if (running?.thread === thread) running = undefined;
      calls.failAll(error);
    };
    thread.on('message', (message: FromLongWork) => {
      if ('calls' in message) answer?.(message.calls);
      else calls.answered(message.answered);
    });
    thread.on('error', (error) => {
      log('The thread of long work failed.', error);
      end(error as Error);
    });
    thread.on('exit', () => end(new Error('The thread of long work has ended.')));
    running = { thread, calls };
    return running;
  }

  /** A call during the end of the thread starts another thread. */
  async function stop(): Promise<void> {
    clearTimeout(idleTimer);
    const ending = running;
    running = undefined;
    await ending?.thread.terminate();
  }

  return {
    async call(name, event) {
      if (isStopped) throw new Error('The host stops.');
      clearTimeout(idleTimer);
      const { calls } = running ?? start();
      try {
        return await calls.call(name, event);
      } finally {
        // Several calls that fail at once leave one timer, and calls of a dead thread leave none.
        if (calls.isIdle && running?.calls === calls) {
          clearTimeout(idleTimer);
          idleTimer = setTimeout(() => void stop(), idle).unref();
        }
      }
    },
    stop() {
      isStopped = true;
      return stop();
    },
  };
}
