import { addSigned } from '#shared/cells/rules/signed.ts';
import { nothingUsed } from './coverage.ts';
import { adNames, type Grouping, type GroupNames, groupNames, type Place } from './dimensions.ts';
import { addCounts, dropEmpty, type LeftOut } from './left-out.ts';
import { campaignLevels } from './levels.ts';
import type { PairedNames } from './paired-names.ts';
import type { Collected } from './period-sums.ts';
import { addPiece } from './pieces.ts';
import type { SpendOfDay } from './place-spend.ts';
import { addUnconverted } from './rates.ts';
import { adsOfNetwork, placeFilter, type RowFilter } from './row-filter.ts';
import type { PlacedRow } from './spend-pieces.ts';
import { addKnown, addSpendDay, isEmptied, moneyIn, noSums } from './sums.ts';
import type { SpendPiece } from './units.ts';
import type { Group, Groups } from './used.ts';

export type GroupOptions = {
  groupBy: readonly Grouping[];
  pixelKey: string | undefined;
  filter: RowFilter;
  isOnPaidChannel: (channel: string) => boolean;
  pairs: PairedNames | undefined;
  /** The names of the current period, for the period before. */
  nameNow: ReturnType<PairedNames['among']> | undefined;
  isCurrent: boolean;
};
export type Grouped = ReturnType<typeof groupsOf>;

/** Spend comes before clicks, because it says which ads are of the network of the filter. */
export function groupsOf(
  { period, pieces, leftOut, leftOutByAd, spendZones }: Collected,
  placedRows: readonly PlacedRow[],
  { groupBy, pixelKey, filter, isOnPaidChannel, pairs, nameNow, isCurrent }: GroupOptions,
) {
  const { network, ...placeFilters } = filter;
  const { channel: shownChannel, ...nameFilters } = placeFilters;
  const [matches, isOfName] = [placeFilter(placeFilters), placeFilter(nameFilters)];
  const isFiltered = Object.values(placeFilters).some((name) => name !== undefined);
  const needsPixel = pixelKey !== undefined || groupBy.includes('pixel_key');
  const [ofNetwork, leftOutOfNetwork] = [adsOfNetwork(), adsOfNetwork()];
  const groups: Groups = new Map();
  const ads = new Map<string, GroupNames>();
  const levels = campaignLevels(groupBy);

  function groupAt(place: Place, currentAd: GroupNames | null = null): Group {
    const day = period.shownOn(place.day);
    let names = groupNames({ ...place, day }, groupBy);
    if (pairs) {
      const ad = groupNames(place, adNames);
      if (isCurrent) ads.set(JSON.stringify(ad), ad);
      else if (nameNow) names = withAd(names, groupBy, nameNow({ ad, currentAd }));
    }
    const key = JSON.stringify(names);
    let group = groups.get(key);
    if (!group) {
      const omitted = { clicks: false, currencies: new Set<string>() };
      group = { names, sums: noSums(), used: nothingUsed(), omitted, levels: levels.newRow(names, day) };
      groups.set(key, group);
    }
    levels.addRow(group.levels, place);
    return group;
  }

  function leave(out: LeftOut, { currency, spend, unconverted }: SpendPiece): void {
    if (!isCurrent) return;
    out.spendRows++;
    out.spend.set(currency, addSigned(out.spend.get(currency) ?? '0', spend));
    addUnconverted(out.unconverted, unconverted);
  }

  const currentAdOf = (row: SpendOfDay) => (isCurrent ? null : (pairs?.currentAdOf(row) ?? null));

  function addSpend({ row, piece }: PlacedRow): void {
    const { unitPlace } = piece;
    levels.addPrice(period.shownOn(piece.day), unitPlace);
    piece.lacksPixel = needsPixel && row.pixelKey === null;
    piece.isNamed = isOfName(unitPlace);
    piece.isOnShownChannel = isOnPaidChannel(unitPlace.channel) && (shownChannel === undefined || unitPlace.channel === shownChannel);
    if (piece.lacksPixel) {
      if (!isFiltered || matches(unitPlace)) leave(leftOut.unjoinedSpend, piece);
      return;
    }
    if (piece.place !== unitPlace) addOwnCounts({ row, piece });
    if (!matches(unitPlace)) return;
    leftOutOfNetwork.add(unitPlace);
    if (!isOnPaidChannel(unitPlace.channel)) {
      leave(leftOut.channels, piece);
      return;
    }
    ofNetwork.add(unitPlace);
    pairs?.add(row);
    const group = groupAt(unitPlace, currentAdOf(row));
    piece.group = group;
    const money = moneyIn(group.sums, piece.currency);
    money.spend = addSigned(money.spend ?? '0', piece.spend);
    addSpendDay(group.sums, piece.currency, piece.day);
    if (piece.place === unitPlace) addReported(group, piece);
    if (piece.unconverted.size > 0) addUnconverted(group.sums.unconverted, piece.unconverted);
    group.sums.spendZones.add(piece.timeZone);
    spendZones.add(piece.timeZone);
  }

  /** The spend of an ad can be part of its campaign's, but its impressions are its own. */
  function addOwnCounts({ row, piece }: PlacedRow): void {
    if (!matches(piece.place) || !isOnPaidChannel(piece.place.channel)) return;
    ofNetwork.add(piece.place);
    const group = groupAt(piece.place, currentAdOf(row));
    moneyIn(group.sums, piece.currency).hasCoarserSpend = true;
    addReported(group, piece);
  }

  function addReported({ sums }: Group, { currency, impressions, platformClicks }: SpendPiece): void {
    const money = moneyIn(sums, currency);
    money.impressions = addKnown(money.impressions, impressions);
    money.platformClicks = addKnown(money.platformClicks, platformClicks);
  }

  function addPieces(): void {
    for (const byAd of pieces.byDay.values())
      for (const [ad, byChannel] of byAd) {
        const adOfPiece = () => groupNames({ ...ad, day: '', channel: '' }, adNames);
        if (network !== undefined && !ofNetwork.has(adOfPiece())) continue;
        for (const piece of byChannel.values()) {
          const place = { ...ad, day: piece.day, channel: piece.channel };
          if (!matches(place) || isEmptied(piece)) continue;
          piece.group = groupAt(place);
          addPiece(piece.group.sums, piece);
        }
      }
  }

  for (const placedRow of placedRows) addSpend(placedRow);
  addPieces();
  for (const { ad, outs } of leftOutByAd.values()) if (leftOutOfNetwork.has(ad)) addCounts(leftOut, outs);
  leftOutByAd.clear();
  dropEmpty(leftOut);
  for (const [key, { sums }] of groups) if (isEmptied(sums)) groups.delete(key);
  return { groups, ads: [...ads.values()], levels, isOfName, needsPixel };
}

const withAd = (names: GroupNames, groupBy: readonly Grouping[], ad: GroupNames): GroupNames =>
  groupBy.map((grouping, at) => {
    const place = (adNames as readonly Grouping[]).indexOf(grouping);
    return (place < 0 ? names[at] : ad[place]) ?? null;
  });
