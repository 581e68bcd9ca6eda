import { amountsByDay } from '#shared/cells/rules/amounts-by-day.ts';
import { type CountedCell, isLaterSeries, isNetSeries, nameOf } from '#shared/cells/rules/cells.ts';
import { type Channel, isPaid } from '#shared/clicks/rules/channels.ts';
import type { SpendAlias } from '#shared/spend/rules/joins.ts';
import type { ReportDays } from '#shared/values/quarter-hours.ts';
import { type ClickedAd, clickBook, isHumanTraffic } from './click-book.ts';
import { adNames, type Grouping, groupNames, type Place } from './dimensions.ts';
import { groupsOf } from './groups.ts';
import { addTo, type LeftOut, type LeftOuts, noLeftOuts, ofTraffic } from './left-out.ts';
import { networkNames, spendKnownIn } from './network-names.ts';
import { objectNames, type SpendOfAccount } from './object-names.ts';
import { pairedNames, periodJoins } from './paired-names.ts';
import { type Collected, newPeriod } from './period-sums.ts';
import { isWithin, type ReportPeriod } from './periods.ts';
import { spendPlaces } from './place-spend.ts';
import { priceHistory } from './price-history.ts';
import { type Converter, convertCell, type Unconverted } from './rates.ts';
import { placeFilter, type RowFilter } from './row-filter.ts';
import { spendPiecesOf } from './spend-pieces.ts';
import { useUnits } from './use-units.ts';

export type PaidFilter = 'true' | 'false' | 'all';
export type CollectOptions = {
  groupBy: readonly Grouping[];
  conversion: string;
  traffic: 'human' | 'all';
  paid: PaidFilter;
  pixelKey: string | undefined;
  filter?: RowFilter;
  adjustedOn?: 'order' | 'adjustment';
  /** A key that is scoped to a pixel reads no spend without a pixel. */
  showsUnjoined: boolean;
  aliases: readonly SpendAlias[];
  converter: Converter;
  windowOf: (pixelKey: string) => number;
  asked?: (times: number) => void;
};

const placeIn = (ad: ClickedAd, channel: string): Place => ({ ...ad, day: '', channel });

/** `windows` are the days of the periods and those around them, whose clicks join spend. */
export function collector(periods: readonly ReportPeriod[], windows: readonly ReportDays[], options: CollectOptions) {
  const { conversion, traffic, paid, pixelKey, filter = {}, converter } = options;
  const isOnPaidChannel = (channel: string) => paid === 'all' || String(isPaid(channel as Channel)) === paid;
  const matches = placeFilter(filter);
  const collected = periods.map((period) => newPeriod(period, options.windowOf));
  const book = clickBook();
  const names = objectNames();
  const spend: SpendOfAccount[] = [];
  const netUse = (series: string) => ({
    ofRows: (series === 'net_adjusted') === (options.adjustedOn === 'adjustment'),
    ofOrders: series !== 'net_adjusted',
  });

  function outsAt({ leftOut, leftOutByAd }: Collected, place: Place): LeftOuts {
    if (filter.network === undefined) return leftOut;
    const ad = groupNames(place, adNames);
    const key = JSON.stringify(ad);
    const leftOutOfAd = leftOutByAd.get(key) ?? { ad, outs: noLeftOuts() };
    leftOutByAd.set(key, leftOutOfAd);
    return leftOutOfAd.outs;
  }

  function addToPeriod(at: number, ad: ClickedAd, facts: Fact): void {
    const { cell, day, count, channel, kind, converted } = facts;
    const period = collected[at] as Collected;
    const isNet = isNetSeries(cell.series);
    if (!isNet) period.countOfAd.set(ad, (period.countOfAd.get(ad) ?? 0) + count);
    const isOfClickDay = cell.series !== 'clicks' && /^(net_)?click/.test(cell.series);
    const bound = isOfClickDay ? period.period.boundOf(day) : undefined;
    if (bound !== undefined && !isWithin(nameOf(cell.names, 'lag').split(' ')[0] ?? '', bound)) return;
    const isNumerator = nameOf(cell.names, 'event_type') === conversion;
    if (isNet && !isNumerator) return;
    const isOfTraffic = traffic === 'all' || isHumanTraffic(kind);
    if (isOfTraffic && isOnPaidChannel(channel))
      period.pieces.add(ad, channel, { cell, day, count, isNumerator, converted }, netUse(cell.series));
    else if (at === 0 && !isNet && matches(placeIn(ad, channel))) {
      const outs = outsAt(period, placeIn(ad, channel));
      const out = isOfTraffic ? outs.channels : ofTraffic(outs, kind);
      if (cell.series === 'clicks') out.clicks += count;
      else if (isNumerator) addLeftOut(out, count, converted);
    }
  }

  return {
    addCell(cell: CountedCell): void {
      const name = (dimension: Parameters<typeof nameOf>[1]) => nameOf(cell.names, dimension);
      const pixel = name('pixel_key');
      if (pixelKey !== undefined && pixel !== pixelKey) return;
      const ad = book.adOf(pixel, name('campaign'), name('ad_group'), name('ad_id'));
      const [channel, kind] = [name('channel'), name('traffic')];
      const figure = isNetSeries(cell.series) ? 'net' : name('event_type');
      for (const window of windows)
        for (const [day, { count: ofCell, value }] of amountsByDay(cell, window)) {
          // The cells of `click` and `net_click` have counted these conversions.
          const count = isLaterSeries(cell.series) ? 0 : ofCell;
          if (cell.series === 'clicks') book.addClicks(ad, day, { channel, isHuman: isHumanTraffic(kind) }, count);
          else if (!isNetSeries(cell.series)) book.addConversions(ad, day, count);
          const converted = (unconverted: Unconverted) => convertCell(converter, cell, { value, figure }, unconverted);
          for (const [at, { period }] of collected.entries())
            if (day >= period.from && day <= period.to) addToPeriod(at, ad, { cell, day, count, channel, kind, converted });
        }
    },

    addSpend(day: SpendOfAccount): void {
      if (pixelKey !== undefined && day.pixelKey !== null && day.pixelKey !== pixelKey) return;
      if (day.pixelKey === null && !options.showsUnjoined) return;
      names.add(day);
      spend.push(day);
      for (const { period, networks } of collected) if (day.day >= period.from && day.day <= period.to) networks.add(day.network);
    },

    /** The names and the last days of all spend that was added. */
    spendFacts() {
      const { network } = filter;
      const shown = spend.filter((day) => network === undefined || day.network === network);
      const [current] = periods;
      return { nameAtNetwork: networkNames(spend), spendKnown: spendKnownIn(shown, current?.to ?? '') };
    },

    /** All cells and all spend are added before. */
    collected() {
      const places = spendPlaces(book, options.aliases, names.of, options.asked);
      const history = priceHistory(spend, places.adsOf);
      const joins = collected.map(({ countOfAd }) => periodJoins(places, countOfAd));
      const [currentJoins, previousJoins] = joins;
      const pairs = currentJoins && previousJoins ? pairedNames(currentJoins, previousJoins) : undefined;
      let currentNames: ReturnType<NonNullable<typeof pairs>['among']> | undefined;
      return collected.map((periodSums, at) => {
        const { from, to } = periodSums.period;
        const ofNetwork = spend.filter(
          ({ day, network }) => day >= from && day <= to && (filter.network === undefined || network === filter.network),
        );
        const placedRows = [...Map.groupBy(ofNetwork, ({ day }) => day).values()].flatMap((days) => spendPiecesOf(days, places, converter));
        const grouped = groupsOf(periodSums, placedRows, {
          ...options,
          filter,
          isOnPaidChannel,
          pairs,
          isCurrent: at === 0,
          nameNow: currentNames,
        });
        const total = useUnits(periodSums, placedRows, grouped, { ...options, book, history });
        const { groups, ads, levels } = grouped;
        currentNames ??= pairs?.among(ads);
        return { ...periodSums, groups, total, levels };
      });
    },
  };
}

export const unconvertedIn = (periods: readonly CollectedPeriod[]): Unconverted[] =>
  periods.flatMap(({ groups, total, leftOut }, at) => [
    ...[...groups.values()].map(({ sums }) => sums.unconverted),
    total.used.unconverted,
    ...(at > 0 ? [] : [...leftOut.traffic.values(), leftOut.channels, leftOut.unjoinedSpend].map((out) => out.unconverted)),
  ]);
export type CollectedPeriod = ReturnType<ReturnType<typeof collector>['collected']>[number];

type Fact = {
  cell: CountedCell;
  day: string;
  count: number;
  channel: string;
  kind: string;
  converted: (unconverted: Unconverted) => { currency: string; value: string };
};

function addLeftOut(out: LeftOut, count: number, converted: Fact['converted']): void {
  out.conversions += count;
  const amount = converted(out.unconverted);
  addTo(out.values, amount.currency, amount.value);
}
