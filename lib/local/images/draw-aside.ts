import { Worker } from 'node:worker_threads';
import type { Drawing, Drawn } from './drawing-thread.ts';
import type { adPicture } from './pictures.ts';

type Waiting = { resolve(png: Buffer): void; reject(error: Error): void };

/** How long the thread waits for another picture. */
const idleMs = 5_000;
const waiting = new Map<number, Waiting>();
let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let drawings = 0;

/** `adPicture` in a thread of its own: a page's fifty take the process a second, in which nobody would be answered. */
export function drawAside(...of: Parameters<typeof adPicture>): Promise<Buffer> {
  clearTimeout(idle);
  thread ??= started();
  const number = drawings++;
  thread.ref();
  return new Promise((resolve, reject) => {
    waiting.set(number, { resolve, reject });
    thread?.postMessage({ number, of } satisfies Drawing);
  });
}

function started(): Worker {
  const worker = new Worker(new URL('./drawing-thread.ts', import.meta.url));
  worker.on('message', (drawn: Drawn) => {
    const one = waiting.get(drawn.number);
    waiting.delete(drawn.number);
    if ('png' in drawn) one?.resolve(Buffer.from(drawn.png));
    else one?.reject(drawn.error);
    if (waiting.size > 0) return;
    // Nothing of it keeps the process.
    worker.unref();
    idle = setTimeout(() => end(worker), idleMs).unref();
  });
  worker.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
    end(worker);
  });
  return worker;
}

function end(worker: Worker): void {
  if (thread === worker) thread = undefined;
  void worker.terminate();
}
