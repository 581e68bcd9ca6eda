/** A signature is valid for five minutes, so a smaller clock difference is harmless. */
const leastSkewMs = 4 * 60_000;

export function clockOf(now: () => number) {
  let aheadMs = 0;
  return {
    now: (): Date => new Date(now() + aheadMs),
    corrects(date: string | null | undefined): boolean {
      const ahead = Date.parse(date ?? '') - now();
      if (!(Math.abs(ahead - aheadMs) > leastSkewMs)) return false;
      aheadMs = ahead;
      return true;
    },
  };
}
