export type Admission = ReturnType<typeof admission>;
type Limits = { atOnce: number; waiting: number; longestWaitMs: number };

/**
 * Lets so many requests be worked on at once and so many wait; any other is refused at once, since one that waits longer
 * than its caller costs work and helps nobody. In the cloud this is API Gateway's throttling.
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
    /** Whether the request may be worked on; then `leave` has to be called at its end. */
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
    /** The place goes to the request that has waited longest. */
    leave(): void {
      if (waiting.size > 0) next();
      else working--;
    },
  };
}
