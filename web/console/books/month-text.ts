import type { Answer } from '../core/api.ts';
import { countText } from '../kit/money.ts';
import { coverageText } from './summary.tsx';

export type Month = Answer<'listReconciliationMonths'>['months'][number];
type Comparison = NonNullable<Month['comparison']>;

/** The text is like `October 2026`. */
export const monthTitle = (month: string): string =>
  new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(`${month}-01`));

export const differenceCount = (comparison: Comparison | null): string => {
  if (!comparison || comparison.differences === null) return 'differences not counted';
  return `${countText(comparison.differences)} ${comparison.differences === 1 ? 'difference' : 'differences'}`;
};

export const comparedText = ({ days_compared, days, arrived, orders, excluded, coverage }: Comparison): string =>
  `${days_compared} of ${days} days, ${countText(arrived)} of ${countText(orders - excluded)} orders (${coverageText(coverage)})`;
