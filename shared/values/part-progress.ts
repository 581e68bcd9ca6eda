import { AsyncLocalStorage } from 'node:async_hooks';

/** Calls of parts (store, queues, objects, mail) that a request waits for, and when one began to wait or was answered last. */
type PartProgress = { pending: number; at: number };

/** Of each request: on this machine one process serves many, and the progress of one hides no other that hangs. */
const ofRequest = new AsyncLocalStorage<PartProgress>();
/** When each call of this process began that is not answered yet, oldest first. */
const begun = new Set<{ at: number }>();

/** Work, and whether a part that it waits for has not moved for so many milliseconds. */
export function withPartProgress<T>(work: () => Promise<T>): {
  done: Promise<T>;
  isHanging(milliseconds: number): boolean;
} {
  const own: PartProgress = { pending: 0, at: 0 };
  return {
    done: ofRequest.run(own, work),
    isHanging(milliseconds) {
      // A request without a call of its own may wait for one that it shares with others, such as a read of a key.
      const [oldest] = begun;
      const since = own.pending > 0 ? own.at : oldest?.at;
      return since !== undefined && performance.now() - since > milliseconds;
    },
  };
}

/** A call of a part, noted while it is waited for. */
export async function waitedFor<T>(call: Promise<T>): Promise<T> {
  const own = ofRequest.getStore();
  const mark = { at: performance.now() };
  begun.add(mark);
  if (own && own.pending++ === 0) own.at = mark.at;
  try {
    return await call;
  } finally {
    begun.delete(mark);
    if (own) {
      own.pending--;
      own.at = performance.now();
    }
  }
}
