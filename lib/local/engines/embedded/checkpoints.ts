import { Worker } from 'node:worker_threads';

export type CheckpointSettings = {
  /** Rows of items written so far. */
  rows(): number;
  hold(): void;
  release(): void;
  failed(error: Error): void;
  /** So many more, and the log is brought into the file. */
  everyRows?: number | undefined;
};

/**
 * Brings the write-ahead log into the file in a thread of its own, which no request waits for: twice beside the writes,
 * and then the little that came meanwhile while they are held. After that SQLite begins the log at its start again.
 * By default after some 80 MB of log.
 */
export function checkpointsOf(
  path: string,
  { rows, hold, release, failed, everyRows = 15_000 }: CheckpointSettings,
) {
  let worker: Worker | undefined;
  let before = rows();
  let running = false;
  const start = () => {
    const started = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: path });
    started.unref();
    return started.on('error', failed);
  };
  const checkpoint = () =>
    new Promise<void>((resolve) => {
      worker ??= start();
      worker.once('message', resolve);
      worker.postMessage('checkpoint');
    });
  const run = async () => {
    running = true;
    before = rows();
    // Little comes during the second, so the one that holds writes up takes 4 ms instead of 14.
    await checkpoint();
    await checkpoint();
    hold();
    await checkpoint();
    release();
    running = false;
  };
  return {
    /** After a commit. */
    committed(): void {
      if (rows() - before >= everyRows && !running) void run();
    },
    async close(): Promise<void> {
      if (!worker) return;
      worker.ref();
      worker.postMessage('close');
      await new Promise((resolve) => worker?.once('exit', resolve));
    },
  };
}
