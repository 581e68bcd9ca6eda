/** A signature holds for five minutes around its moment; a clock that is off by less is not why it was refused. */
const leastSkewMs = 4 * 60_000;

/** How far a service's clock is ahead of ours, as its own refusals show. */
export function clockOf(now: () => number) {
  let aheadMs = 0;
  return {
    now: (): Date => new Date(now() + aheadMs),
    /** Takes the moment that a refused call was answered at: whether our clock was so far off that the call may be signed again. */
    corrects(date: string | null | undefined): boolean {
      const ahead = Date.parse(date ?? '') - now();
      // Of what is no date too.
      if (!(Math.abs(ahead - aheadMs) > leastSkewMs)) return false;
      aheadMs = ahead;
      return true;
    },
  };
}
