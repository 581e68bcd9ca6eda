import type { Answer } from '../core/api.ts';
import { countText, moneyText } from '../kit/money.ts';
import { isZero } from './amounts.ts';
import { coverageText } from './summary.tsx';

export type Month = Answer<'listReconciliationMonths'>['months'][number];
type Comparison = NonNullable<Month['comparison']>;

/** The text is like `October 2026`. */
export const monthTitle = (month: string): string =>
  new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${month}-01`),
  );

export const differenceCount = (comparison: Comparison | null): string => {
  if (!comparison || comparison.differences === null) return 'differences not counted';
  return `${countText(comparison.differences)} ${comparison.differences === 1 ? 'difference' : 'differences'}`;
};

export const comparedText = ({
  days_compared,
  days,
  arrived,
  orders,
  excluded,
  coverage,
}: Comparison): string =>
  `${days_compared} of ${days} days, ${countText(arrived)} of ${countText(orders - excluded)} orders (${coverageText(coverage)})`;

const signed = (amount: string, currency: string): string =>
  `${amount.startsWith('-') ? '' : '+'}${moneyText(amount, currency)}`;

/** The text is like `+1 conversion, net −$5.00, spend +$9.50`. It is empty without a change. */
export const changesText = (changes: Month['changed_since']): string =>
  (changes ?? [])
    .flatMap(({ currency, conversions, net_value, spend }) => [
      ...(conversions === 0
        ? []
        : [
            `${conversions > 0 ? '+' : ''}${conversions} ${conversions === 1 ? 'conversion' : 'conversions'}`,
          ]),
      ...(isZero(net_value) ? [] : [`net ${signed(net_value, currency)}`]),
      ...(isZero(spend) ? [] : [`spend ${signed(spend, currency)}`]),
    ])
    .join(', ');
