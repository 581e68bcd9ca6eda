import { Worker } from 'node:worker_threads';

/** Rows after which the log is brought into the file: some 60 MB of log, which a restart reads in a second. */
const everyRows = 8000;

/**
 * Brings the write-ahead log into the file in a thread of its own, which no request waits for: once while writes go on,
 * and the little that came meanwhile while they are held. Then SQLite begins the log at its start again.
 */
export function checkpointsOf(path: string, { hold, release }: { hold(): void; release(): void }) {
  const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: path });
  worker.unref();
  let rows = 0;
  let running = false;
  // A worker that has ended answers nothing; its error is the host's to report.
  const checkpoint = () =>
    new Promise<void>((resolve) => {
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
      worker.postMessage('close');
      await new Promise((resolve) => worker.once('exit', resolve));
    },
  };
}
