/** More leases than this are not remembered; forgetting one makes its taker wait longer. */
const maxRemembered = 1000;

/**
 * What this process has seen of leases. A lease ends by the clock of its holder, which may be wrong. So a process takes
 * over a lease that, measured here, stays with the same holder for longer than a lease lasts.
 */
export function leaseWatch(elapsed: () => number) {
  const seen = new Map<string, { holder: string; since: number }>();
  return {
    /** Whether this holder was seen to hold it so long ago already. A holder that renews its lease has another name each time. */
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

/** Time that passes at the same pace whatever the clock is set to, in milliseconds. */
export const monotonic = () => performance.now();
