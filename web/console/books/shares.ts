/**
 * Percentages with one decimal that sum to exactly 100: each is rounded down, and the largest remainders get the tenths
 * that are left.
 */
export function sharesOf(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const tenths = counts.map((count) => Math.floor((count * 1000) / total));
  const open = 1000 - tenths.reduce((sum, one) => sum + one, 0);
  const byRemainder = counts
    .map((count, at) => ({ at, remainder: (count * 1000) % total }))
    .sort((one, other) => other.remainder - one.remainder || one.at - other.at);
  for (const { at } of byRemainder.slice(0, open)) tenths[at] = (tenths[at] ?? 0) + 1;
  return tenths.map((one) => one / 10);
}
