import { amountsByDay } from '#shared/cells/rules/amounts-by-day.ts';
import { type CountedCell, isLaterSeries, isNetSeries, nameOf } from '#shared/cells/rules/cells.ts';
import { addSigned, type Signed } from '#shared/cells/rules/signed.ts';
import { type Channel, isPaid } from '#shared/clicks/rules/channels.ts';
import type { SpendAlias } from '#shared/spend/rules/joins.ts';
import type { SpendDay } from '#shared/spend/rules/spend-rows.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import { clickedAds } from './clicked-ads.ts';
import { adNames, type Grouping, type GroupNames, groupNames, type Place } from './dimensions.ts';
import {
  addCounts,
  addTo,
  dropEmpty,
  type LeftOut,
  type LeftOuts,
  noLeftOuts,
  ofTraffic,
} from './left-out.ts';
import { pairedNames } from './paired-names.ts';
import { isWithin, type ReportPeriod } from './periods.ts';
import { type SpendPlaces, spendPlaces } from './place-spend.ts';
import { type Converter, convertCell, type Unconverted } from './rates.ts';
import { adsOfNetwork, placeFilter, type RowFilter } from './row-filter.ts';
import {
  addKnown,
  addOfType,
  addSums,
  isEmptied,
  type MatchWay,
  type Money,
  moneyIn,
  noSums,
  type Sums,
} from './sums.ts';

export type PaidFilter = 'true' | 'false' | 'all';
export type Groups = Map<string, { names: GroupNames; sums: Sums }>;
type AdGroup = { names: GroupNames; ad: GroupNames; currentAd: GroupNames | null; sums: Sums };
export type SpendOfAccount = SpendDay & { network: string; adAccount: string };
export type CollectOptions = {
  groupBy: readonly Grouping[];
  conversion: string;
  traffic: 'human' | 'all';
  paid: PaidFilter;
  pixelKey: string | undefined;
  filter?: RowFilter;
  /** A key that is scoped to a pixel reads no spend without a pixel. */
  showsUnjoined: boolean;
  aliases: readonly SpendAlias[];
  converter: Converter;
  windowOf: (pixelKey: string) => number;
  asked?: (times: number) => void;
};

const isHuman = (traffic: string) => traffic === 'human' || traffic === 'unknown';

/** All cells come before the spend. */
export function collector(
  periods: readonly ReportPeriod[],
  {
    groupBy,
    conversion,
    traffic,
    paid,
    pixelKey,
    filter = {},
    showsUnjoined,
    aliases,
    converter,
    windowOf,
    asked,
  }: CollectOptions,
) {
  const collected = periods.map((period) => ({
    period,
    groups: new Map<string, AdGroup>(),
    clicked: clickedAds(),
    ofNetwork: adsOfNetwork(),
    // Some ads of the chosen network have spend on a channel that `paid` omits.
    leftOutOfNetwork: adsOfNetwork(),
    leftOut: noLeftOuts(),
    leftOutByAd: new Map<string, { ad: GroupNames; outs: LeftOuts }>(),
    spendZones: new Set<string>(),
    networks: new Set<string>(),
  }));
  const isShown = (channel: string) => paid === 'all' || String(isPaid(channel as Channel)) === paid;
  const matches = placeFilter(filter);
  const isOfNetwork = filter.network !== undefined;
  const { network: _, ...namedFilter } = filter;
  const isNamed = Object.values(namedFilter).some((name) => name !== undefined);
  // The ads of a network, and of two periods, are known once all spend is read, so until then each ad has a group.
  const isByAd = isOfNetwork || periods.length > 1;

  function sumsAt(groups: Map<string, AdGroup>, place: Place, currentAd: GroupNames | null = null): Sums {
    const names = groupNames(place, groupBy);
    const ad = isByAd ? groupNames(place, adNames) : [];
    const key = JSON.stringify(isByAd ? [names, ad, currentAd] : names);
    const group = groups.get(key) ?? { names, ad, currentAd, sums: noSums() };
    groups.set(key, group);
    return group.sums;
  }

  function outsAt({ leftOut, leftOutByAd }: (typeof collected)[number], place: Place): LeftOuts {
    if (!isOfNetwork) return leftOut;
    const ad = groupNames(place, adNames);
    const key = JSON.stringify(ad);
    const leftOutOfAd = leftOutByAd.get(key) ?? { ad, outs: noLeftOuts() };
    leftOutByAd.set(key, leftOutOfAd);
    return leftOutOfAd.outs;
  }

  function leftOutOf(outs: () => LeftOuts, kind: string, channel: string): LeftOut | null {
    if (traffic === 'human' && !isHuman(kind)) return ofTraffic(outs(), kind);
    return isShown(channel) ? null : outs().channels;
  }

  function addCell(cell: CountedCell): void {
    const name = (dimension: Parameters<typeof nameOf>[1]) => nameOf(cell.names, dimension);
    const pixel = name('pixel_key');
    if (pixelKey !== undefined && pixel !== pixelKey) return;
    const [channel, kind] = [name('channel'), name('traffic')];
    const adNamesOfCell = {
      ...{ pixelKey: pixel, campaign: name('campaign') },
      ...{ adGroup: name('ad_group'), adId: name('ad_id') },
    };
    const isNet = isNetSeries(cell.series);
    const isLater = isLaterSeries(cell.series);
    const [lag = ''] = name('lag').split(' ');
    for (const [at, periodSums] of collected.entries()) {
      const { period, groups, clicked } = periodSums;
      for (const [day, { count: ofCell, value }] of amountsByDay(cell, period.days)) {
        // The cells of `click` and `net_click` have counted these conversions.
        const count = isLater ? 0 : ofCell;
        const ad = isNet ? adNamesOfCell : clicked.adOf(adNamesOfCell, count);
        const isOfClickDay = cell.series === 'click' || cell.series === 'net_click' || isLater;
        const bound = isOfClickDay ? period.boundOf(day) : undefined;
        if (bound !== undefined && !isWithin(lag, bound)) continue;
        const isClick = cell.series === 'clicks';
        if (isClick && isHuman(kind)) clicked.add(ad, day, channel, count);
        if (!matches({ ...ad, channel })) continue;
        const out = leftOutOf(() => outsAt(periodSums, { ...ad, day, channel }), kind, channel);
        const isNumerator = name('event_type') === conversion;
        if (isNet && (out || !isNumerator)) continue;
        const figure = isNet ? 'net' : name('event_type');
        const converted = (unconverted: Unconverted) =>
          convertCell(converter, cell, { value, figure }, unconverted);
        if (out) {
          if (at > 0) continue;
          if (isClick) out.clicks += count;
          else if (isNumerator) {
            out.conversions += count;
            const amount = converted(out.unconverted);
            addTo(out.values, amount.currency, amount.value);
          }
          continue;
        }
        const sums = sumsAt(groups, { ...ad, day: period.shownOn(day), channel });
        if (isNet) {
          const amount = converted(sums.unconverted);
          addNet(moneyIn(sums, amount.currency), amount.value, count, name('matched_by') === 'voided');
          continue;
        }
        const finalOn = dayAfter(day, windowOf(pixel) + 1);
        sums.finalOn.set(finalOn, (sums.finalOn.get(finalOn) ?? 0) + count);
        if (isClick) {
          sums.clicks += count;
          continue;
        }
        const amount = converted(sums.unconverted);
        const money = moneyIn(sums, amount.currency);
        if (!isNumerator) {
          addOfType(money, name('event_type'), { count, value: amount.value });
          continue;
        }
        money.conversions += count;
        money.value = addSigned(money.value, amount.value);
        money.matchedBy[(name('matched_by') || 'svc_click_id') as MatchWay] += count;
      }
    }
  }

  let places: SpendPlaces[] | undefined;
  let pairs: ReturnType<typeof pairedNames> | undefined;
  const needsPixel = pixelKey !== undefined || groupBy.includes('pixel_key');

  function addSpend(day: SpendOfAccount): void {
    places ??= collected.map(({ clicked }) => spendPlaces(clicked, aliases, asked));
    const [current, previous] = places;
    if (current && previous) pairs ??= pairedNames(current, previous);
    if (pixelKey !== undefined && day.pixelKey !== null && day.pixelKey !== pixelKey) return;
    if (day.pixelKey === null && !showsUnjoined) return;
    for (const { period, networks } of collected)
      if (day.day >= period.from && day.day <= period.to) networks.add(day.network);
    if (filter.network !== undefined && day.network !== filter.network) return;
    for (const [at, periodSums] of collected.entries()) {
      const { period, groups, leftOut, ofNetwork, leftOutOfNetwork } = periodSums;
      const placeOf = places[at]?.placeOf;
      if (!placeOf || day.day < period.from || day.day > period.to) continue;
      for (const row of day.rows) {
        const converted = (unconverted: Unconverted) =>
          converter.convert(
            { currency: day.currency, day: day.day, figure: 'spend' },
            row.spend,
            unconverted,
          );
        const leave = (out: LeftOut) => {
          if (at > 0) return;
          const { currency, value } = converted(out.unconverted);
          out.spendRows++;
          out.spend.set(currency, addSigned(out.spend.get(currency) ?? '0', value));
        };
        const { network, adAccount, level, pixelKey: pixel } = day;
        const rowOfDay = { ...row, network, adAccount, level, day: day.day, pixelKey: pixel };
        const isUnjoined = needsPixel && pixel === null;
        if (isUnjoined && !isNamed) {
          leave(leftOut.unjoinedSpend);
          continue;
        }
        const place = placeOf(rowOfDay);
        if (!matches(place)) continue;
        if (isUnjoined) {
          leave(leftOut.unjoinedSpend);
          continue;
        }
        leftOutOfNetwork.add({ ...place, day: day.day });
        if (!isShown(place.channel)) {
          leave(leftOut.channels);
          continue;
        }
        ofNetwork.add(place);
        pairs?.add(rowOfDay);
        const currentAd = at > 0 ? pairs?.currentAdOf(rowOfDay) : null;
        const sums = sumsAt(groups, { ...place, day: period.shownOn(day.day) }, currentAd);
        const { currency, value } = converted(sums.unconverted);
        const money = moneyIn(sums, currency);
        money.spend = addSigned(money.spend ?? '0', value);
        money.impressions = addKnown(money.impressions, row.impressions);
        money.platformClicks = addKnown(money.platformClicks, row.clicks);
        sums.spendZones.add(day.timeZone);
        periodSums.spendZones.add(day.timeZone);
      }
    }
  }
  return {
    addCell,
    addSpend,
    get collected() {
      const shown = collected.map((periodSums) => {
        const { leftOut, leftOutByAd, leftOutOfNetwork, ofNetwork } = periodSums;
        for (const { ad, outs } of leftOutByAd.values())
          if (leftOutOfNetwork.has(ad)) addCounts(leftOut, outs);
        leftOutByAd.clear();
        dropEmpty(leftOut);
        const groups = [...periodSums.groups.values()].filter(({ sums }) => !isEmptied(sums));
        return { ...periodSums, groups: isOfNetwork ? groups.filter(({ ad }) => ofNetwork.has(ad)) : groups };
      });
      const pairedOf = pairs?.among(shown[0]?.groups.map(({ ad }) => ad) ?? []);
      return shown.map(({ groups, ...periodSums }, at) => ({
        ...periodSums,
        groups: merged(
          groups.map((group) =>
            at > 0 && pairedOf ? { ...group, names: withAd(group.names, groupBy, pairedOf(group)) } : group,
          ),
        ),
      }));
    },
  };
}

export const unconvertedIn = (
  { groups, leftOut }: { groups: Groups; leftOut: LeftOuts },
  previous: { groups: Groups } | null,
): Unconverted[] =>
  [
    ...[...groups.values(), ...(previous?.groups.values() ?? [])].map(({ sums }) => sums),
    ...[...leftOut.traffic.values(), leftOut.channels, leftOut.unjoinedSpend],
  ].map(({ unconverted }) => unconverted);

const withAd = (names: GroupNames, groupBy: readonly Grouping[], ad: GroupNames): GroupNames =>
  groupBy.map((grouping, at) => {
    const place = (adNames as readonly Grouping[]).indexOf(grouping);
    return (place < 0 ? names[at] : ad[place]) ?? null;
  });

function merged(groups: readonly { names: GroupNames; sums: Sums }[]): Groups {
  const all: Groups = new Map();
  for (const { names, sums } of groups) {
    const key = JSON.stringify(names);
    const group = all.get(key) ?? { names, sums: noSums() };
    addSums(group.sums, sums);
    all.set(key, group);
  }
  return all;
}

function addNet(money: Money, change: Signed, count: number, isVoided: boolean): void {
  money.netChange = addSigned(money.netChange, change);
  money.adjusted += count;
  if (isVoided) money.voided += count;
}
