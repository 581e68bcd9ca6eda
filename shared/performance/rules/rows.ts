import type { Groups } from './collect.ts';
import type { GroupNames } from './dimensions.ts';
import { type Figures, figuresOf } from './figures.ts';
import {
  addMoney,
  addSums,
  currenciesOf,
  hasSpend,
  lastDayOf,
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
 * amount appear too, so that the rows sum to the total. A comparison changes no figure of the current period.
 */
function rowsOfGroup({ names, current, previous }: Pair, options: RowOptions): Row[] {
  const sides = [current, ...(previous ? [previous] : [])];
  const mains = sides.map(mainOf);
  const currencies = [...new Set(sides.flatMap(currenciesOf))].sort();
  const all = currencies.length > 0 ? currencies : [mains.find((main) => main !== null) ?? null];
  const side = (sums: Sums, currency: string | null): Figures => {
    const [main, own] = [mainOf(sums), currenciesOf(sums)];
    const isMain = currency === [main, ...mains].find((any) => all.includes(any));
    const isHere = (any: string) => (own.includes(any) && any !== main ? any === currency : isMain);
    return figuresOf(
      {
        clicks: isMain ? sums.clicks : 0,
        money: currency === null ? undefined : moneyOf(sums, isHere),
        finalOn: lastDayOf(sums),
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

const mainOf = (sums: Sums): string | null =>
  mainCurrencyOf(sums) ?? currenciesOf(sums)[0] ?? [...sums.byCurrency.keys()].sort()[0] ?? null;

function moneyOf({ byCurrency }: Sums, isIncluded: (currency: string) => boolean): Money {
  const sum = noMoney();
  for (const [currency, money] of byCurrency) if (isIncluded(currency)) addMoney(sum, money);
  return sum;
}
