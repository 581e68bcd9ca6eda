import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

export type CheckpointSettings = {
  rows(): number;
  hold(): void;
  release(): void;
  failed(error: Error): void;
  everyRows?: number | undefined;
};

/**
 * The third checkpoint holds writes for the small remainder, and SQLite restarts the log. The default is
 * about 80 MB of log.
 */
export function checkpointsOf(path: string, { rows, hold, release, failed, everyRows = 15_000 }: CheckpointSettings) {
  let worker: Worker | undefined;
  let before = rows();
  let running = false;
  const start = () => {
    const started = new Worker(new URL(`./checkpoint-worker${extname(import.meta.url)}`, import.meta.url), {
      workerData: path,
    });
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
    await checkpoint();
    await checkpoint();
    hold();
    await checkpoint();
    release();
    running = false;
  };
  return {
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
