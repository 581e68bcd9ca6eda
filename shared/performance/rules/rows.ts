import type { Groups } from './collect.ts';
import type { GroupNames } from './dimensions.ts';
import { type Figures, figuresOf } from './figures.ts';
import {
  addMoney,
  addSums,
  currenciesOf,
  hasSpend,
  type Money,
  mainCurrencyOf,
  noMoney,
  noSums,
  ratioCurrenciesOf,
  type Sums,
} from './sums.ts';

export type Row = {
  names: GroupNames;
  currency: string | null;
  figures: Figures;
  previous: Figures | null;
};
export type RowOptions = {
  isConverted: boolean;
  isByClick: boolean;
  today: string;
  zone: string;
};
type Pair = { names: GroupNames; current: Sums; previous: Sums | null };

export function rowsOf(current: Groups, previous: Groups | null, options: RowOptions): Row[] {
  const keys = new Set([...current.keys(), ...(previous?.keys() ?? [])]);
  return [...keys].flatMap((key) => {
    const names = current.get(key)?.names ?? previous?.get(key)?.names ?? [];
    return rowsOfGroup(
      {
        names,
        current: current.get(key)?.sums ?? noSums(),
        previous: previous && (previous.get(key)?.sums ?? noSums()),
      },
      options,
    );
  });
}

/** A ratio of totals is computed from sums. */
export function totalsOf(
  current: Groups,
  previous: Groups | null,
  options: RowOptions & { withSpend: boolean },
): Row[] {
  const sumOf = (groups: Groups) => {
    const sum = noSums();
    for (const { sums } of groups.values()) if (!options.withSpend || hasSpend(sums)) addSums(sum, sums);
    return sum;
  };
  return rowsOfGroup({ names: [], current: sumOf(current), previous: previous && sumOf(previous) }, options);
}

/**
 * Clicks have no currency and appear in the row of their group's spend, if it has any. Counts without an
 * amount appear too, so that the rows sum to the total.
 */
function rowsOfGroup({ names, current, previous }: Pair, options: RowOptions): Row[] {
  const both = noSums();
  addSums(both, current);
  if (previous) addSums(both, previous);
  const currencies = currenciesOf(both);
  const main = mainCurrencyOf(both) ?? currencies[0] ?? [...both.byCurrency.keys()].sort()[0] ?? null;
  const all: (string | null)[] = currencies.length > 0 ? currencies : [main];
  const unlisted = ({ byCurrency }: Sums) =>
    [...byCurrency.keys()].filter((currency) => !all.includes(currency));
  const side = (sums: Sums, currency: string | null): Figures => {
    // A comparison must change no figure of the current period, so clicks are in that period's main currency.
    const isMain = currency === (mainCurrencyOf(sums) ?? main);
    return figuresOf(
      {
        clicks: isMain ? sums.clicks : 0,
        money: currency === null ? undefined : moneyOf(sums, currency, isMain ? unlisted(sums) : []),
        finalOn: sums.finalOn,
      },
      currency,
      {
        ...{ isConverted: options.isConverted, isByClick: options.isByClick, today: options.today },
        isMixed: ratioCurrenciesOf(sums).length > 1,
        isOtherZone: [...sums.spendZones].some((zone) => zone !== options.zone),
      },
    );
  };
  return all.map((currency) => ({
    names,
    currency,
    figures: side(current, currency),
    previous: previous && side(previous, currency),
  }));
}

function moneyOf(sums: Sums, currency: string, more: readonly string[]): Money {
  const sum = noMoney();
  for (const eachCurrency of [currency, ...more])
    addMoney(sum, sums.byCurrency.get(eachCurrency) ?? noMoney());
  return sum;
}
