export type Pause = {
  wait(ms: number): Promise<void>;
  wake(): void;
  stop(): void;
  readonly stopped: boolean;
};

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
