const lookEveryMs = 1000;
/** A smaller step is a correction, and times remain comparable. */
const jumpMs = 5000;

type Clocks = { wall: () => number; monotonic: () => number };
const ownClocks: Clocks = { wall: () => Date.now(), monotonic: () => performance.now() };

/**
 * Returns the milliseconds by which the wall clock jumped since the last call, or 0 for a small step. A
 * machine that slept counts as a jump.
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

/**
 * Calls `follow` after a jump of the wall clock, so that its owner can shift waiting times. Returns a
 * function that stops it.
 */
export function onClockJump(follow: (byMs: number) => void): () => void {
  const jumpedBy = clockWatch();
  const timer = setInterval(() => {
    const byMs = jumpedBy();
    if (byMs !== 0) follow(byMs);
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
