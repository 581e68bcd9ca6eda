import { type CountedCell, isNetSeries, nameOf } from '#shared/cells/rules/cells.ts';
import { addSigned, type Signed } from '#shared/cells/rules/signed.ts';
import { dayAfter } from '#shared/values/zone-calendar.ts';
import type { ClickedAd } from './click-book.ts';
import type { Unconverted } from './rates.ts';
import { addOfType, type MatchWay, moneyIn, noSums, type Sums } from './sums.ts';
import type { Piece, PiecesOfDay } from './units.ts';

type Converted = (unconverted: Unconverted) => { currency: string; value: Signed };
export type Addition = { cell: CountedCell; day: string; count: number; isNumerator: boolean; converted: Converted };
export type NetUse = { ofRows: boolean; ofOrders: boolean };

/** The clicks and conversions of a period by day, ad and channel. */
export function piecesOfPeriod(isShown: (ad: ClickedAd, channel: string) => boolean, windowOf: (pixelKey: string) => number) {
  const byDay = new Map<string, PiecesOfDay>();
  const finalDays = new Map<string, string>();

  function pieceAt(ad: ClickedAd, day: string, channel: string): Piece {
    const ofDay = byDay.get(day) ?? new Map<ClickedAd, Map<string, Piece>>();
    byDay.set(day, ofDay);
    const byChannel = ofDay.get(ad) ?? new Map<string, Piece>();
    ofDay.set(ad, byChannel);
    const piece = byChannel.get(channel) ?? { ad, day, channel, isShown: isShown(ad, channel), sums: noSums() };
    byChannel.set(channel, piece);
    return piece;
  }

  function finalDayOf(pixelKey: string, day: string): string {
    const key = `${day} ${pixelKey}`;
    const finalOn = finalDays.get(key) ?? dayAfter(day, windowOf(pixelKey) + 1);
    finalDays.set(key, finalOn);
    return finalOn;
  }

  return {
    byDay,

    add(ad: ClickedAd, channel: string, { cell, day, count, isNumerator, converted }: Addition, net: NetUse): void {
      const { sums } = pieceAt(ad, day, channel);
      if (isNetSeries(cell.series)) {
        addNet(sums, { cell, count, converted, net });
        return;
      }
      const finalOn = finalDayOf(ad.pixelKey, day);
      sums.finalOn.set(finalOn, (sums.finalOn.get(finalOn) ?? 0) + count);
      if (cell.series === 'clicks') {
        sums.clicks += count;
        sums.clicksOfDay.set(day, (sums.clicksOfDay.get(day) ?? 0) + count);
        return;
      }
      const { currency, value } = converted(sums.unconverted);
      const money = moneyIn(sums, currency);
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

function addNet(
  sums: Sums,
  { cell, count, converted, net }: { cell: CountedCell; count: number; converted: Converted; net: NetUse },
): void {
  const { currency, value } = converted(sums.unconverted);
  const money = moneyIn(sums, currency);
  if (net.ofOrders) money.ordersNetChange = addSigned(money.ordersNetChange, value);
  if (!net.ofRows) return;
  money.netChange = addSigned(money.netChange, value);
  money.adjusted += count;
  if (nameOf(cell.names, 'matched_by') === 'voided') money.voided += count;
}
