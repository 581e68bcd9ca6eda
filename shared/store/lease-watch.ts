import { setBounded } from '#shared/values/bounded.ts';

const maxCached = 1000;

/** The holder's clock may be wrong, so this process measures how long the lease has had the same holder. */
export function leaseWatch(elapsed: () => number) {
  const holders = new Map<string, { holder: string; since: number }>();
  return {
    isOutlasted(lease: string, holder: string, leaseMs: number): boolean {
      const watchedHolder = holders.get(lease);
      if (watchedHolder?.holder === holder) return elapsed() - watchedHolder.since > leaseMs;
      setBounded(holders, lease, { holder, since: elapsed() }, maxCached);
      return false;
    },
    forget: (lease: string) => void holders.delete(lease),
  };
}

/** Monotonic milliseconds are independent of changes to the system's clock. */
export const monotonic = () => performance.now();
