const lookEveryMs = 1000;
/** A smaller step is a correction. */
const jumpMs = 5000;

type Clocks = { wall: () => number; monotonic: () => number };
const ownClocks: Clocks = { wall: () => Date.now(), monotonic: () => performance.now() };

/** A machine that slept counts as a jump. Returns milliseconds, or 0. */
export function clockWatch({ wall, monotonic }: Clocks = ownClocks): () => number {
  let offset = wall() - monotonic();
  return () => {
    const before = offset;
    offset = wall() - monotonic();
    const byMs = offset - before;
    return Math.abs(byMs) > jumpMs ? byMs : 0;
  };
}

export function onClockJump(follow: (byMs: number) => void): () => void {
  const jumpedBy = clockWatch();
  const timer = setInterval(() => {
    const byMs = jumpedBy();
    if (byMs !== 0) follow(byMs);
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
