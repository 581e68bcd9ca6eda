import { addSigned, negative } from '#shared/cells/rules/signed.ts';
import { compareExact, quotient, times } from './exact.ts';
import type { Figures } from './figures.ts';

export const changedFigures = [
  ...(['spend', 'value', 'net_value', 'return_on_ad_spend', 'net_return', 'conversions'] as const),
  ...(['cost_per_conversion', 'clicks', 'conversion_rate', 'cost_per_click', 'average_value'] as const),
] as const satisfies (keyof Figures)[];
type ChangedFigure = (typeof changedFigures)[number];
export type Changes = Record<ChangedFigure, string | null>;

const ratiosOfSpend: readonly ChangedFigure[] = [
  ...(['return_on_ad_spend', 'net_return', 'cost_per_conversion', 'cost_per_click'] as const),
];
const coveredShare = '0.9';
const changeDigits = 4;

/** The ratios of spend use most of the value and of the clicks. */
export const isMostlyCovered = ({ clicks, value, spend_coverage: used }: Pick<Figures, 'clicks' | 'value' | 'spend_coverage'>): boolean =>
  compareExact(used.value, times(value, coveredShare)) >= 0 && compareExact(`${used.clicks}`, times(`${clicks}`, coveredShare)) >= 0;

/** A percentage of a period that has figures on less than half as many days would say nothing. */
const isNearlyEmpty = (now: Figures, before: Figures) => 2 * before.spend_coverage.days < now.spend_coverage.days;

/** Each figure as a share of the one before, minus 1. */
export function changesOf(now: Figures, before: Figures): Changes {
  const isComparable = !isNearlyEmpty(now, before);
  const isCovered = isMostlyCovered(now) && isMostlyCovered(before);
  const changeIn = (figure: ChangedFigure): string | null => {
    const [later, earlier] = [now[figure], before[figure]];
    if (!isComparable || later === null || earlier === null || Number(earlier) <= 0) return null;
    if (ratiosOfSpend.includes(figure) && !isCovered) return null;
    return quotient(addSigned(`${later}`, negative(`${earlier}`)), `${earlier}`, changeDigits);
  };
  return Object.fromEntries(changedFigures.map((figure) => [figure, changeIn(figure)])) as Changes;
}
