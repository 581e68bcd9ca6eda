import { isMostlyCovered } from './changes.ts';
import type { Figures } from './figures.ts';

export const adviceWords = ['stop', 'watch', 'grow', 'too_few'] as const;
export const adviceRules = [
  'return_below_target',
  'return_above_target',
  'return_near_target',
  'spent_without_conversion',
  'few_conversions',
  'spend_partial',
] as const;
export type Advice = { word: (typeof adviceWords)[number]; rule: (typeof adviceRules)[number] };
type Covered = Pick<Figures, 'clicks' | 'value' | 'reason' | 'spend_coverage'>;

/** With a return of 1, value and spend are equal. */
export const breakEven = '1';
/** From 10 conversions on, the bounds are within about half and double of what was counted. */
const minConversions = 10;
/** 5 % of counts lie beyond each bound. */
const deviations = 1.645;

/**
 * The bounds of the expected number of conversions when `count` were counted: Byar's approximation of the exact Poisson
 * limits (Breslow and Day, Statistical Methods in Cancer Research, volume II, 1987, page 69). For a count of 0 the
 * upper bound is 2.97, the "rule of three" (Hanley and Lippman-Hand, JAMA 1983).
 */
export const countBounds = (count: number): { lower: number; upper: number } => ({
  lower: count === 0 ? 0 : byar(count, -deviations),
  upper: byar(count + 1, deviations),
});
const byar = (count: number, z: number) => count * (1 - 1 / (9 * count) + z / (3 * Math.sqrt(count))) ** 3;

/**
 * Judges the return of an ad against `target`, as if each conversion were worth the average: `stop` if even the upper bound
 * of its conversions does not reach it, `grow` if the lower bound does. `usualValue` is the average value of a
 * conversion of all ads, which judges an ad without a conversion. Returns `null` without a return.
 */
export function adviceOf(
  figures: Covered,
  ratio: string | null,
  { target, usualValue }: { target: string; usualValue: number | null },
): Advice | null {
  if (ratio === null || figures.reason !== null) return null;
  if (!isMostlyCovered(figures)) return { word: 'too_few', rule: 'spend_partial' };
  const { conversions: count, spend } = figures.spend_coverage;
  const { lower, upper } = countBounds(count);
  const goal = Number(target);
  if (count === 0)
    return usualValue !== null && usualValue * upper < goal * Number(spend)
      ? { word: 'stop', rule: 'spent_without_conversion' }
      : { word: 'too_few', rule: 'few_conversions' };
  const perConversion = Number(ratio) / count;
  if (perConversion * upper < goal) return { word: 'stop', rule: 'return_below_target' };
  if (perConversion * lower >= goal) return { word: 'grow', rule: 'return_above_target' };
  return count < minConversions ? { word: 'too_few', rule: 'few_conversions' } : { word: 'watch', rule: 'return_near_target' };
}

/** The average value of a conversion of all ads of a currency. */
export function usualValueOf(total: Pick<Figures, 'spend_coverage'>, ratio: string | null): number | null {
  const { conversions, spend } = total.spend_coverage;
  return ratio === null || conversions === 0 ? null : (Number(ratio) * Number(spend)) / conversions;
}
