export type Admission = ReturnType<typeof admission>;
type Limits = { atOnce: number; waiting: number; longestWaitMs: number };

/**
 * Bounds the requests in progress and the requests that wait, and rejects all further requests. A longer wait
 * would outlast the caller. In the cloud, API Gateway throttles.
 */
export function admission({ atOnce, waiting: maxWaiting, longestWaitMs }: Limits) {
  let working = 0;
  const waiting = new Set<(admitted: boolean) => void>();

  function next(): void {
    const [first] = waiting;
    if (!first) return;
    waiting.delete(first);
    first(true);
  }

  return {
    /** Resolves to true if the request may run. It must then call `leave` at its end. */
    async enter(): Promise<boolean> {
      if (working < atOnce) {
        working++;
        return true;
      }
      if (waiting.size >= maxWaiting) return false;
      let timer: NodeJS.Timeout | undefined;
      const isAdmitted = await new Promise<boolean>((resolve) => {
        waiting.add(resolve);
        timer = setTimeout(() => {
          waiting.delete(resolve);
          resolve(false);
        }, longestWaitMs);
      });
      clearTimeout(timer);
      return isAdmitted;
    },
    /** The request that has waited longest gets the place. */
    leave(): void {
      if (waiting.size > 0) next();
      else working--;
    },
  };
}
