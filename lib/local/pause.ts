export type Pause = {
  /** Resolves after `ms`, or at once when `stop` is called or was called before. */
  wait(ms: number): Promise<void>;
  /** Ends the current wait, if there is one. */
  wake(): void;
  stop(): void;
  readonly stopped: boolean;
};

/** A sleep that ends early when its owner stops, so that no poller holds the host back. */
export function pause(): Pause {
  let wake = () => {};
  let stopped = false;
  return {
    wait: (ms) =>
      new Promise((resolve) => {
        if (stopped) return resolve();
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => wake(),
    stop() {
      stopped = true;
      wake();
    },
    get stopped() {
      return stopped;
    },
  };
}
