import { type CountedCell, isNetSeries, nameOf } from '#shared/cells/rules/cells.ts';
import { addSigned, type Signed } from '#shared/cells/rules/signed.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import type { ClickedAd } from './click-book.ts';
import { addUnconverted, type Unconverted } from './rates.ts';
import { addMoney, addOfType, type MatchWay, moneyIn, type Sums } from './sums.ts';
import type { Piece, PiecesOfDay } from './units.ts';

type Converted = (unconverted: Unconverted) => { currency: string; value: Signed };
export type Addition = {
  cell: CountedCell;
  day: string;
  count: number;
  isNumerator: boolean;
  converted: Converted;
};
export type NetUse = { ofRows: boolean; ofOrders: boolean };

/** The clicks and conversions of a period by day, ad and channel. */
export function piecesOfPeriod(windowOf: (pixelKey: string) => number) {
  const byDay = new Map<string, PiecesOfDay>();
  const finalDays = new Map<string, Map<string, string>>();

  function pieceAt(ad: ClickedAd, day: string, channel: string): Piece {
    const ofDay = byDay.get(day) ?? new Map<ClickedAd, Map<string, Piece>>();
    if (ofDay.size === 0) byDay.set(day, ofDay);
    const byChannel = ofDay.get(ad) ?? new Map<string, Piece>();
    if (byChannel.size === 0) ofDay.set(ad, byChannel);
    const existing = byChannel.get(channel);
    if (existing) return existing;
    const piece = {
      ad,
      day,
      channel,
      clicks: 0,
      byCurrency: new Map(),
      unconverted: new Map(),
      finalOn: finalDayOf(ad.pixelKey, day),
      maturingCount: 0,
      group: null,
      unit: null,
    };
    byChannel.set(channel, piece);
    return piece;
  }

  function finalDayOf(pixelKey: string, day: string): string {
    const ofPixel = finalDays.get(pixelKey) ?? new Map<string, string>();
    finalDays.set(pixelKey, ofPixel);
    const finalOn = ofPixel.get(day) ?? dayAfter(day, windowOf(pixelKey) + 1);
    ofPixel.set(day, finalOn);
    return finalOn;
  }

  return {
    byDay,

    add(ad: ClickedAd, channel: string, { cell, day, count, isNumerator, converted }: Addition, net: NetUse): void {
      const piece = pieceAt(ad, day, channel);
      if (isNetSeries(cell.series)) {
        addNet(piece, { cell, count, converted, net });
        return;
      }
      piece.maturingCount += count;
      if (cell.series === 'clicks') {
        piece.clicks += count;
        return;
      }
      const { currency, value } = converted(piece.unconverted);
      const money = moneyIn(piece, currency);
      if (!isNumerator) {
        addOfType(money, nameOf(cell.names, 'event_type'), { count, value });
        return;
      }
      money.conversions += count;
      money.value = addSigned(money.value, value);
      money.matchedBy[(nameOf(cell.names, 'matched_by') || 'svc_click_id') as MatchWay] += count;
    },
  };
}

/** A row is the sum of its pieces. */
export function addPiece(sums: Sums, piece: Piece): void {
  const { day, clicks, byCurrency, finalOn, maturingCount, unconverted } = piece;
  sums.clicks += clicks;
  if (clicks !== 0) sums.clicksOfDay.set(day, (sums.clicksOfDay.get(day) ?? 0) + clicks);
  sums.finalOn.set(finalOn, (sums.finalOn.get(finalOn) ?? 0) + maturingCount);
  for (const [currency, money] of byCurrency) addMoney(moneyIn(sums, currency), money);
  if (unconverted.size > 0) addUnconverted(sums.unconverted, unconverted);
}

function addNet(
  piece: Piece,
  { cell, count, converted, net }: { cell: CountedCell; count: number; converted: Converted; net: NetUse },
): void {
  const { currency, value } = converted(piece.unconverted);
  const money = moneyIn(piece, currency);
  if (net.ofOrders) money.ordersNetChange = addSigned(money.ordersNetChange, value);
  if (!net.ofRows) return;
  money.netChange = addSigned(money.netChange, value);
  money.adjusted += count;
  if (nameOf(cell.names, 'matched_by') === 'voided') money.voided += count;
}
