/** The operating system corrects a clock by steps below five seconds. */
const jumpMs = 5000;

type Clocks = { wall: () => number; monotonic: () => number };
const ownClocks: Clocks = { wall: () => Date.now(), monotonic: () => performance.now() };

/**
 * The returned function returns the clock's jump in milliseconds, or 0. A machine that slept counts as a
 * jump.
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
