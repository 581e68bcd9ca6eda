import type { CollectedPeriod } from './collect.ts';
import { nothingUsed } from './coverage.ts';
import type { GroupNames } from './dimensions.ts';
import { type Figures, figuresOf } from './figures.ts';
import { reasonOf } from './reason.ts';
import {
  addMoney,
  addSums,
  currenciesOf,
  hasAmount,
  lastDayOf,
  type Money,
  mainCurrencyOf,
  noMoney,
  noSums,
  ratioCurrenciesOf,
  type Sums,
} from './sums.ts';
import type { Group, Omitted, Used, UsedPart } from './used.ts';

export type Row = {
  names: GroupNames;
  currency: string | null;
  figures: Figures;
  previous: Figures | null;
};
export type RowOptions = {
  /** The currency that every amount is converted into. */
  currency: string | null;
  isByClick: boolean;
  today: string;
  zone: string;
};
type Side = {
  sums: Sums;
  used: Used;
  omitted: Omitted;
  isOfOtherLevel: boolean;
  /** The currencies of all amounts of the period. */
  reported: ReadonlySet<string>;
};
type Pair = { names: GroupNames; current: Side; previous: Side | null; isTotal: boolean };
type Period = Pick<CollectedPeriod, 'groups' | 'total' | 'levels'>;

const nothingOmitted = (): Omitted => ({ clicks: false, currencies: new Set() });

export function rowsOf(current: Period, previous: Period | null, options: RowOptions): Row[] {
  const keys = new Set([...current.groups.keys(), ...(previous?.groups.keys() ?? [])]);
  const [sideNow, sideBefore] = [current, previous].map((period) => period && sidesOf(period));
  return [...keys].flatMap((key) =>
    rowsOfPair(
      {
        names: current.groups.get(key)?.names ?? previous?.groups.get(key)?.names ?? [],
        current: (sideNow as (key: string) => Side)(key),
        previous: sideBefore ? sideBefore(key) : null,
        isTotal: false,
      },
      options,
    ),
  );
}

function sidesOf(period: Period): (key: string) => Side {
  const reported = currenciesIn(period);
  const side = ({ sums, used, omitted, levels }: Group): Side => ({
    sums,
    used,
    omitted,
    reported,
    isOfOtherLevel: period.levels.isOfOtherLevel(levels),
  });
  return (key) => {
    const group = period.groups.get(key);
    return group
      ? side(group)
      : {
          sums: noSums(),
          used: nothingUsed(),
          omitted: nothingOmitted(),
          isOfOtherLevel: false,
          reported,
        };
  };
}

function currenciesIn({ groups }: Pick<Period, 'groups'>): Set<string> {
  const reported = new Set<string>();
  for (const { sums } of groups.values()) for (const [currency, money] of sums.byCurrency) if (hasAmount(money)) reported.add(currency);
  return reported;
}

/** A ratio of totals is computed from sums. */
export function totalsOf(current: Period, previous: Period | null, options: RowOptions): Row[] {
  const sideOf = (period: Period): Side => {
    const sums = noSums();
    for (const group of period.groups.values()) addSums(sums, group.sums);
    return { ...period.total, sums, isOfOtherLevel: false, reported: currenciesIn(period) };
  };
  const pair = { names: [], current: sideOf(current), previous: previous && sideOf(previous), isTotal: true };
  return rowsOfPair(pair, options);
}

/** The parts that the ratios of the totals use, as rows of their own. */
export function totalsWithSpend(current: Period, previous: Period | null, options: RowOptions): Row[] {
  const usedIn = (period: Period | null) =>
    [...(period?.total.used.parts ?? [])].filter(([, { isUsed }]) => isUsed).map(([currency]) => currency);
  const figuresIn = (period: Period, currency: string): Figures => {
    const { parts } = period.total.used;
    const part = parts.get(currency)?.isUsed ? parts.get(currency) : undefined;
    return figuresOf(
      {
        clicks: part?.clicks ?? 0,
        money: part?.money,
        part,
        days: part?.days ?? new Set(),
        finalOn: part ? lastDayOf(part) : null,
        reason: reasonOf(period.total.used, currency, false),
      },
      currency,
      {
        ...shownOptions(options),
        isMixed: false,
        isPartial: false,
        isTotal: true,
        isOtherZone: isOtherZone(part?.spendZones ?? [], options),
      },
    );
  };
  return [...new Set([...usedIn(current), ...usedIn(previous)])].sort().map((currency) => ({
    names: [],
    currency,
    figures: figuresIn(current, currency),
    previous: previous && figuresIn(previous, currency),
  }));
}

const shownOptions = ({ currency, isByClick, today }: RowOptions) => ({
  isConverted: currency !== null,
  isByClick,
  today,
});
const isOtherZone = (zones: Iterable<string>, { zone }: RowOptions) => [...zones].some((other) => other !== zone);

/**
 * Clicks have no currency and appear in the row of their group's spend, if it has any. Counts without an
 * amount appear too, so that the rows sum to the total. A comparison changes no row of the current period.
 */
function rowsOfPair({ names, current, previous, isTotal }: Pair, options: RowOptions): Row[] {
  const own = currenciesOf(current.sums, current.reported);
  const main = options.currency ?? mainOf(current);
  const isEmpty = previous !== null && current.sums.byCurrency.size === 0 && current.sums.clicks === 0;
  const before = previous ? currenciesOfSide(previous, options) : [];
  const all = [...new Set([...(own.length > 0 ? own : isEmpty && before.length > 0 ? [] : [main]), ...before])].sort((a, b) =>
    (a ?? '') < (b ?? '') ? -1 : 1,
  );
  return all.map((currency) => ({
    names,
    currency,
    figures: figuresIn(current, currency, isTotal, options),
    previous: previous && figuresIn(previous, currency, isTotal, options),
  }));
}

function currenciesOfSide(side: Side, { currency }: RowOptions): (string | null)[] {
  if (side.sums.byCurrency.size === 0 && side.sums.clicks === 0) return [];
  const own = currenciesOf(side.sums, side.reported);
  return own.length > 0 ? own : [currency ?? mainOf(side)];
}

function figuresIn(side: Side, currency: string | null, isTotal: boolean, options: RowOptions): Figures {
  const { sums, used, omitted, reported } = side;
  const own = currenciesOf(sums, reported);
  const main = options.currency ?? mainOf(side);
  const isMain = currency === main;
  const isHere = (any: string) => (own.includes(any) && any !== main ? any === currency : isMain);
  const money = currency === null ? undefined : moneyOf(sums, isHere);
  const part: UsedPart | undefined = currency === null ? undefined : used.parts.get(currency);
  const clickDays = isMain ? [...sums.clicksOfDay].flatMap(([day, count]) => (count > 0 ? [day] : [])) : [];
  return figuresOf(
    {
      clicks: isMain ? sums.clicks : 0,
      money,
      finalOn: lastDayOf(sums),
      part,
      days: new Set([...clickDays, ...(sums.spendDays.get(currency ?? '') ?? [])]),
      reason: reasonOf(used, currency, side.isOfOtherLevel),
    },
    currency,
    {
      ...shownOptions(options),
      isTotal,
      isMixed: ratioCurrenciesOf(sums).length > 1,
      isPartial: (isMain && omitted.clicks) || omitted.currencies.values().some(isHere),
      isOtherZone: isOtherZone(sums.spendZones, options),
    },
  );
}

const mainOf = ({ sums, reported }: Side): string | null =>
  mainCurrencyOf(sums) ?? currenciesOf(sums, reported)[0] ?? [...sums.byCurrency.keys()].sort()[0] ?? null;

function moneyOf({ byCurrency }: Sums, isIncluded: (currency: string) => boolean): Money {
  const sum = noMoney();
  for (const [currency, money] of byCurrency) if (isIncluded(currency)) addMoney(sum, money);
  return sum;
}
