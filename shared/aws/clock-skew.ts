/** A signature is valid for five minutes, so a smaller difference causes no rejection. */
const leastSkewMs = 4 * 60_000;

/** The service's rejections reveal how far its clock is ahead. */
export function clockOf(now: () => number) {
  let aheadMs = 0;
  return {
    now: (): Date => new Date(now() + aheadMs),
    /** `date` is the time of a rejected call. */
    corrects(date: string | null | undefined): boolean {
      const ahead = Date.parse(date ?? '') - now();
      if (!(Math.abs(ahead - aheadMs) > leastSkewMs)) return false;
      aheadMs = ahead;
      return true;
    },
  };
}
