/** Half of the delay is random, so that failed messages do not return together. */
export function retryDelaySeconds(tries: number, [first, most]: readonly [number, number], random: number): number {
  const full = Math.min(most, first * 2 ** Math.max(0, tries - 1));
  return Math.max(1, Math.round(full / 2 + (full / 2) * random));
}
