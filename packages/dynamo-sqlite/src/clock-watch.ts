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
