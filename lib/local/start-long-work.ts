import { Worker } from 'node:worker_threads';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
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

/** The work needs more memory than a thread has, so another attempt would fail too. */
export class OutOfMemory extends Error {
  constructor(name: string) {
    super(`${name} ran out of memory.`);
    this.name = 'OutOfMemory';
  }
}
const isOutOfMemory = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';

/** A thread without work ends after this time, and returns its memory. */
const idleMs = 120_000;

/** The largest inputs that limits allow need about half of it. */
const defaultHeapMb = 2048;

type Opened = { thread: Worker; calls: RemoteCalls };

/**
 * A file of 100,000 lines takes seconds of CPU, so another thread reads it: the threads of requests and workers stay
 * free for all accounts. The thread starts with its first call. When it runs out of memory, each of its calls is repeated in a
 * thread of its own, so that only the call that needs the memory fails.
 */
export function longWork(
  place: Omit<LongWorkPlace, 'reader' | 'part'>,
  embedded: EmbeddedEngine | undefined,
  {
    log,
    entry = new URL('./worker-entry.ts', import.meta.url),
    idle = idleMs,
    heapMb = defaultHeapMb,
  }: { log(text: string, cause: unknown): void; entry?: URL; idle?: number; heapMb?: number },
): LongWork {
  let running: Opened | undefined;
  let repeats: Promise<unknown> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function open(): Opened {
    const workerData: LongWorkPlace = { ...place, part: 'long work', reader: embedded?.forReaders };
    const thread = new Worker(entry, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
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
    return { thread, calls };
  }

  async function repeatAlone(name: string, event: unknown): Promise<unknown> {
    if (isStopped) throw new Error('The host stops.');
    const { thread, calls } = open();
    try {
      return await calls.call(name, event);
    } catch (error) {
      throw isOutOfMemory(error) ? new OutOfMemory(name) : error;
    } finally {
      await thread.terminate();
    }
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
      running ??= open();
      const { calls } = running;
      try {
        return await calls.call(name, event);
      } catch (error) {
        if (!isOutOfMemory(error)) throw error;
        const repeat = repeats.then(() => repeatAlone(name, event));
        repeats = repeat.catch(() => {});
        return await repeat;
      } finally {
        // Several calls that fail at once leave one timer, and calls of a dead thread leave none.
        if (calls.isIdle && running?.calls === calls) {
          clearTimeout(idleTimer);
          idleTimer = setTimeout(() => void stop(), idle).unref();
        }
      }
    },
    async stop() {
      isStopped = true;
      await stop();
      await repeats;
    },
  };
}

/** A queue's message that ran out of memory would do so at each receive, so its work learns that this receive is the last. */
export async function workOrGiveUp({ call }: Pick<LongWork, 'call'>, name: string, event: unknown): Promise<unknown> {
  try {
    return await call(name, event);
  } catch (error) {
    if (!(error instanceof OutOfMemory)) throw error;
    const { Records } = event as SQSEvent;
    const lastReceive = (record: SQSRecord) => ({
      ...record,
      attributes: { ...record.attributes, ApproximateReceiveCount: String(Number.MAX_SAFE_INTEGER) },
    });
    return await call(name, { Records: Records.map(lastReceive) });
  }
}
