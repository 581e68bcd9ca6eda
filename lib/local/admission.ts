export type Admission = ReturnType<typeof admission>;
type Limits = { atOnce: number; waiting: number; longestWaitMs: number };

/** Callers give up before a longer wait ends. In the cloud, API Gateway throttles instead. */
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
    /** If the result is true, the request may run and must call `leave` at its end. */
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
    leave(): void {
      if (waiting.size > 0) next();
      else working--;
    },
  };
}
