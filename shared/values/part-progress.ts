import { AsyncLocalStorage } from 'node:async_hooks';

type PartProgress = { pending: number; at: number };

/** The progress of a request must not hide another request that hangs. */
const ofRequest = new AsyncLocalStorage<PartProgress>();
const pendingCalls = new Set<{ at: number }>();

/** `isHanging` returns whether the request has had no answer from any part for that many milliseconds. */
export function withPartProgress<T>(work: () => Promise<T>): {
  done: Promise<T>;
  isHanging(milliseconds: number): boolean;
} {
  const progress: PartProgress = { pending: 0, at: 0 };
  return {
    done: ofRequest.run(progress, work),
    isHanging(milliseconds) {
      // Several requests may wait for one shared call.
      const [oldest] = pendingCalls;
      const since = progress.pending > 0 ? progress.at : oldest?.at;
      return since !== undefined && performance.now() - since > milliseconds;
    },
  };
}

export async function waitedFor<T>(call: Promise<T>): Promise<T> {
  const progress = ofRequest.getStore();
  const mark = { at: performance.now() };
  pendingCalls.add(mark);
  if (progress && progress.pending++ === 0) progress.at = mark.at;
  try {
    return await call;
  } finally {
    pendingCalls.delete(mark);
    if (progress) {
      progress.pending--;
      progress.at = performance.now();
    }
  }
}
