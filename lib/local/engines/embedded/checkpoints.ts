import { Worker } from 'node:worker_threads';

export type CheckpointSettings = {
  hold(): void;
  release(): void;
  failed(error: Error): void;
  /** Rows after which the log is brought into the file. */
  everyRows?: number | undefined;
};

/**
 * Brings the write-ahead log into the file in a thread of its own, which no request waits for: once while writes go on,
 * and then the little that came meanwhile while they are held. After that SQLite begins the log at its start again.
 * By default after some 60 MB of log, which a restart reads in a second.
 */
export function checkpointsOf(path: string, { hold, release, failed, everyRows = 8000 }: CheckpointSettings) {
  let worker: Worker | undefined;
  let rows = 0;
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
    rows = 0;
    await checkpoint();
    hold();
    await checkpoint();
    release();
    running = false;
  };
  return {
    wrote(count: number): void {
      rows += count;
      if (rows >= everyRows && !running) void run();
    },
    async close(): Promise<void> {
      if (!worker) return;
      worker.postMessage('close');
      await new Promise((resolve) => worker?.once('exit', resolve));
    },
  };
}
