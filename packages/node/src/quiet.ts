export const doNothing = (): void => {};

/** The application's failures harm neither the queue nor the process. */
export function quietly(run: () => unknown): void {
  try {
    void Promise.resolve(run()).catch(doNothing);
  } catch {}
}

/** Node warns about more than ten listeners of a signal. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();

function whenAborted(signal: AbortSignal, end: () => void): () => void {
  if (signal.aborted) {
    end();
    return doNothing;
  }
  let ends = waiting.get(signal);
  if (!ends) {
    const all = new Set<() => void>();
    waiting.set(signal, all);
    const endAll = () => {
      for (const each of all) each();
    };
    signal.addEventListener('abort', endAll, { once: true });
    ends = all;
  }
  ends.add(end);
  return () => void ends.delete(end);
}

/** A timer with a longer delay would fire at once, and Node warns about a negative delay. */
export const timerMs = (ms: number): number => Math.max(0, Math.min(ms, 2 ** 31 - 1));

type Limit = { timeoutMs?: number | undefined; signal?: AbortSignal | undefined };

/** The timeout rejects the returned promise, but the work of `promise` continues. */
export function within<T>(
  promise: Promise<T>,
  { timeoutMs, signal }: Limit,
  error: (code: 'timeout' | 'aborted', cause?: unknown) => Error,
): Promise<T> {
  const isLimited = timeoutMs !== undefined && !Number.isNaN(timeoutMs);
  if (!isLimited && !signal) return promise;
  return new Promise((resolve, reject) => {
    const timer = isLimited ? setTimeout(() => reject(error('timeout')), timerMs(timeoutMs)) : undefined;
    const stopListening = signal ? whenAborted(signal, () => reject(error('aborted', signal.reason))) : doNothing;
    const settled = () => {
      clearTimeout(timer);
      stopListening();
    };
    promise.then(resolve, reject).then(settled);
  });
}
