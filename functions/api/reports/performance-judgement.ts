import { type Advice, adviceOf, breakEven, usualValueOf } from '#shared/performance/rules/advice.ts';
import { type Changes, changedFigures, changesOf } from '#shared/performance/rules/changes.ts';
import { adNames, type Grouping } from '#shared/performance/rules/dimensions.ts';
import type { NetworkNames } from '#shared/performance/rules/network-names.ts';
import type { Row } from '#shared/performance/rules/rows.ts';

const nameFields = { campaign: 'campaign_name', ad_group: 'ad_group_name', ad_id: 'ad_name' } as const;
const levels = { campaign: 'campaign', ad_group: 'ad_group', ad_id: 'ad' } as const;
type NameField = (typeof nameFields)[keyof typeof nameFields];
export type Judgement = {
  [name in NameField]?: string | null;
} & { advice?: Advice | null; net_advice?: Advice | null; change?: Changes };

const judges = (groupBy: readonly Grouping[]) =>
  !groupBy.some((dimension) => dimension === 'day' || dimension === 'week' || dimension === 'month');

export const changeOf = ({ figures, previous }: Row): Pick<Judgement, 'change'> =>
  previous ? { change: changesOf(figures, previous) } : {};

/** Adds the names at the network, the advice about the target, and the change. Days have no advice. */
export function judgementIn(
  totals: readonly Row[],
  groupBy: readonly Grouping[],
  { targetReturn, nameAtNetwork }: { targetReturn: string | null; nameAtNetwork: NetworkNames },
): (row: Row) => Judgement {
  const target = targetReturn ?? breakEven;
  const usual = new Map(
    totals.map(({ currency, figures }) => [
      currency,
      {
        gross: usualValueOf(figures, figures.return_on_ad_spend),
        net: usualValueOf(figures, figures.net_return),
      },
    ]),
  );
  return (row) => {
    const { currency, figures, names } = row;
    const { gross = null, net = null } = usual.get(currency) ?? {};
    const words = adNames.flatMap((dimension) => {
      const word = groupBy.includes(dimension) ? names[groupBy.indexOf(dimension)] : undefined;
      return word ? [[nameFields[dimension], nameAtNetwork(levels[dimension], word)] as const] : [];
    });
    return {
      ...Object.fromEntries(words.filter(([, name]) => name !== null)),
      ...(judges(groupBy) && {
        advice: adviceOf(figures, figures.return_on_ad_spend, { target, usualValue: gross }),
        net_advice: adviceOf(figures, figures.net_return, { target, usualValue: net }),
      }),
      ...changeOf(row),
    };
  };
}

export const judgementColumns = (groupBy: readonly Grouping[], hasPrevious: boolean): string[] => [
  ...adNames.filter((dimension) => groupBy.includes(dimension)).map((dimension) => nameFields[dimension]),
  ...(judges(groupBy) ? ['advice', 'net_advice'].flatMap((field) => [`${field}.word`, `${field}.rule`]) : []),
  ...(hasPrevious ? changedFigures.map((figure) => `change.${figure}`) : []),
];
