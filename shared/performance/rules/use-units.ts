import type { ClickBook, ClickedAd } from './click-book.ts';
import { addUnit, addUsed, nothingUsed, type Use } from './coverage.ts';
import { normalName, type Place } from './dimensions.ts';
import type { Grouped } from './groups.ts';
import type { Collected } from './period-sums.ts';
import type { priceHistory } from './price-history.ts';
import type { PlacedRow } from './spend-pieces.ts';
import { depthOf, type Piece, type PiecesOfDay, type Unit, unitsOfDay } from './units.ts';
import type { Group, Omitted, Reason, Used } from './used.ts';

export type Total = { used: Used; omitted: Omitted };
type UnitOptions = {
  book: ClickBook;
  history: ReturnType<typeof priceHistory>;
  converter: { to: string | null };
  pixelKey: string | undefined;
};

/** Gives each unit to the row that shows its spend, and all units to the total. */
export function useUnits(
  { period, pieces }: Collected,
  placedRows: readonly PlacedRow[],
  { groups, levels, isOfName, needsPixel }: Grouped,
  { book, history, converter, pixelKey }: UnitOptions,
): Total {
  const total: Total = { used: nothingUsed(), omitted: { clicks: false, currencies: new Set() } };
  const spendOfDay = Map.groupBy(
    placedRows.map(({ piece }) => piece),
    ({ day }) => day,
  );
  const units: Unit[] = [];
  for (const day of new Set([...spendOfDay.keys(), ...pieces.byDay.keys()])) {
    const piecesOfDay: PiecesOfDay = pieces.byDay.get(day) ?? new Map();
    units.push(...unitsOfDay(spendOfDay.get(day) ?? [], piecesOfDay));
    for (const [ad, byChannel] of piecesOfDay) units.push(...freeUnit(ad, day, [...byChannel.values()]));
  }

  function freeUnit(ad: ClickedAd, day: string, ofAd: readonly Piece[]): Unit[] {
    if (ofAd[0]?.unit || book.hasHumansOn(ad, day)) return [];
    const shown = ofAd
      .filter(({ group }) => group)
      .map(({ channel }) => channel)
      .sort()[0];
    if (shown === undefined || !book.hasHumansAround(ad, day)) return [];
    const last = history.freeSince(ad, day);
    if (!last) return [];
    const unit: Unit = {
      day,
      place: { ...ad, day, channel: shown },
      spend: new Map([[converter.to ?? last.currency, '0']]),
      impressions: null,
      platformClicks: null,
      zones: new Set(),
      unconverted: [],
      isJoined: true,
      isOnShownChannel: true,
      isNamed: true,
      lacksPixel: needsPixel && last.row.pixelKey === null,
      rows: [],
      pieces: [...ofAd],
    };
    for (const piece of ofAd) piece.unit = unit;
    return [unit];
  }

  function groupOf({ rows, place, pieces: ofUnit }: Unit): Group | null {
    const row = rows.find(({ unitPlace }) => unitPlace === place);
    return (row ?? ofUnit.find(({ channel }) => channel === place.channel))?.group ?? null;
  }

  /** With a filter by ad, prices of a whole campaign say nothing about the ads that are shown. */
  const wholes = new Map<string, Set<string>>();
  const wholeKey = (place: Place, depth: number) => JSON.stringify([place.campaign, place.adGroup].slice(0, depth).map(normalName));
  for (const { isNamed, place, day } of units) {
    const depth = depthOf(place);
    if (isNamed || isOfName(place) || depth === 0 || depth === 3) continue;
    const key = wholeKey(place, depth);
    const stretches = wholes.get(key) ?? new Set<string>();
    wholes.set(key, stretches.add(levels.stretchOf(period.shownOn(day))));
  }
  const wholesOver = (place: Place) =>
    wholes.size === 0 ? [] : [1, 2].flatMap((depth) => (depth < depthOf(place) ? [wholes.get(wholeKey(place, depth))] : []));

  /** Is the unit priced as a whole, with a filter or a row that shows a part of it? */
  function isOfWhole({ place, day }: Unit): boolean {
    const stretch = levels.stretchOf(period.shownOn(day));
    return wholesOver(place).some((stretches) => stretches?.has(stretch));
  }

  function whyUnused(unit: Unit): 'hidden' | 'spend_level' | 'spend_without_pixel' | null {
    if (!unit.isNamed) return 'hidden';
    if (isOfWhole(unit)) return 'spend_level';
    if (unit.lacksPixel) return 'spend_without_pixel';
    return unit.isOnShownChannel ? null : 'hidden';
  }

  const uses = new Map<Unit, UnitUse>();
  const unitsOfTotal: Unit[] = [];
  /** Spend in another row is no reason of the total, which has every row. */
  const reasonsOfRows: [Group, Reason][] = [];
  for (const unit of units) {
    const group = groupOf(unit);
    const reason = whyUnused(unit);
    const isOfTotal = !wholesOver(unit.place).some((stretches) => stretches !== undefined);
    if (reason !== null || !group) {
      // Spend of no pixel is of no row of pixels, and is part of the total of all pixels.
      const isOfPixels = reason === 'spend_without_pixel' && pixelKey === undefined && isOfTotal;
      const isOfAllPixels = isOfPixels && unit.isOnShownChannel;
      for (const piece of unit.pieces) {
        if (!piece.group) continue;
        const elsewhere = reasonElsewhere(piece, unit);
        const pieceReason = reason === null || reason === 'hidden' ? elsewhere : reason;
        reasonsOfRows.push([piece.group, pieceReason]);
        if (!isOfAllPixels) total.used.reasons.add(isOfPixels ? elsewhere : pieceReason);
      }
      if (!isOfAllPixels) continue;
      unitsOfTotal.push(unit);
      uses.set(unit, { use: addUnit(nothingUsed(), unit), group: null, isOfTotal });
      continue;
    }
    const use = addUnit(group.used, unit);
    if (wholes.size > 0 && isOfTotal) unitsOfTotal.push(unit);
    for (const piece of unit.pieces)
      if (piece.group && piece.group !== group) reasonsOfRows.push([piece.group, reasonElsewhere(piece, unit)]);
    if (use !== null) uses.set(unit, { use, group, isOfTotal });
  }
  if (wholes.size === 0) for (const { used } of groups.values()) addUsed(total.used, used);
  for (const unit of unitsOfTotal) addUnit(total.used, unit);
  for (const [{ used }, reason] of reasonsOfRows) used.reasons.add(reason);
  for (const byAd of pieces.byDay.values())
    for (const byChannel of byAd.values())
      for (const piece of byChannel.values()) {
        if (!piece.group) continue;
        const use = piece.unit && uses.get(piece.unit);
        omit(piece.group.omitted, piece, use?.group === piece.group ? use.use : null);
        omit(total.omitted, piece, use?.isOfTotal ? use.use : null);
      }
  return total;
}

/** The row has clicks of a unit whose spend another row shows. */
const reasonElsewhere = ({ channel }: Piece, { place, isJoined }: Unit): Reason =>
  channel === place.channel || !isJoined ? 'spend_unknown' : 'spend_on_other_channel';

type UnitUse = { use: Use; group: Group | null; isOfTotal: boolean };

function omit(omitted: Omitted, { clicks, byCurrency }: Piece, use: Use): void {
  if (use === 'whole') return;
  if (use === null && clicks !== 0) omitted.clicks = true;
  for (const [currency, { conversions, value }] of byCurrency)
    if (value !== '0' || (use === null && conversions !== 0)) omitted.currencies.add(currency);
}
