/**
 * The percentages have one decimal and sum to exactly 100. The largest count takes the rounding difference.
 */
export function sharesOf(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const tenths = counts.map((count) => Math.round((count * 1000) / total));
  const largest = counts.indexOf(Math.max(...counts));
  const rest = 1000 - tenths.reduce((sum, share) => sum + share, 0);
  return tenths.map((share, at) => (at === largest ? share + rest : share) / 10);
}
