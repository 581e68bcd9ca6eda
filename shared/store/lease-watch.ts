/** A forgotten lease makes its taker wait longer. */
const maxRemembered = 1000;

/**
 * The holder's clock, which sets the end of a lease, may be wrong. So a process takes over a lease whose
 * holder is, measured here, the same for longer than a lease lasts.
 */
export function leaseWatch(elapsed: () => number) {
  const seen = new Map<string, { holder: string; since: number }>();
  return {
    /** A holder that renews its lease has another name each time. */
    isOutlasted(lease: string, holder: string, leaseMs: number): boolean {
      const known = seen.get(lease);
      if (known?.holder === holder) return elapsed() - known.since > leaseMs;
      seen.delete(lease);
      seen.set(lease, { holder, since: elapsed() });
      const [oldest] = seen.keys();
      if (seen.size > maxRemembered && oldest !== undefined) seen.delete(oldest);
      return false;
    },
    forget: (lease: string) => void seen.delete(lease),
  };
}

/** Milliseconds, independent of changes of the clock. */
export const monotonic = () => performance.now();
