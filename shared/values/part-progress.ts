import { AsyncLocalStorage } from 'node:async_hooks';

/** Calls of parts (store, queues, objects, mail) that somebody waits for, and when one began to wait or was answered last. */
export type PartProgress = { pending: number; at: number };

/** Of each request: on this machine one process serves many, and the progress of one hides no other that hangs. */
const ofRequest = new AsyncLocalStorage<PartProgress>();

/** Work with a progress of its own. */
export function withPartProgress<T>(work: () => Promise<T>): { done: Promise<T>; progress: PartProgress } {
  const progress: PartProgress = { pending: 0, at: Number.NEGATIVE_INFINITY };
  return { done: ofRequest.run(progress, work), progress };
}

/** A call of a part, noted while it is waited for. */
export async function waitedFor<T>(call: Promise<T>): Promise<T> {
  const progress = ofRequest.getStore();
  if (!progress) return await call;
  if (progress.pending++ === 0) progress.at = performance.now();
  try {
    return await call;
  } finally {
    progress.pending--;
    progress.at = performance.now();
  }
}
