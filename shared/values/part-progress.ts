/** Calls of parts (store, queues, objects, mail) that this process waits for, and when one began to wait or was answered last. */
export const partProgress = { pending: 0, at: Number.NEGATIVE_INFINITY };

/** A call of a part, noted while it is waited for. */
export async function waitedFor<T>(call: Promise<T>): Promise<T> {
  if (partProgress.pending++ === 0) partProgress.at = performance.now();
  try {
    return await call;
  } finally {
    partProgress.pending--;
    partProgress.at = performance.now();
  }
}
