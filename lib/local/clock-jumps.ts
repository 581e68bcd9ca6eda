const lookEveryMs = 1000;
/** A smaller step is a correction, after which every time is as good as before. */
const jumpMs = 5000;

type Clocks = { wall: () => number; monotonic: () => number };
const ownClocks: Clocks = { wall: () => Date.now(), monotonic: () => performance.now() };

/**
 * Answers by how many milliseconds the wall clock was set since the last call, 0 for a small step. The clock of a machine
 * that slept counts as set.
 */
export function clockWatch({ wall, monotonic }: Clocks = ownClocks): () => number {
  let offset = wall() - monotonic();
  return () => {
    const before = offset;
    offset = wall() - monotonic();
    const byMs = offset - before;
    return Math.abs(byMs) > jumpMs ? byMs : 0;
  };
}

/** Calls `follow` when the wall clock was set: what waits for a time of the clock before has to follow it. Returns how to stop. */
export function onClockJump(follow: (byMs: number) => void): () => void {
  const jumpedBy = clockWatch();
  const timer = setInterval(() => {
    const byMs = jumpedBy();
    if (byMs !== 0) follow(byMs);
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
