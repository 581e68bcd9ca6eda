import { amountsByDay } from '#shared/cells/rules/amounts-by-day.ts';
import { type CountedCell, nameOf } from '#shared/cells/rules/cells.ts';
import { addSigned, type Signed } from '#shared/cells/rules/signed.ts';
import type { OurNames, SpendAlias } from '#shared/spend/rules/joins.ts';
import { levelOf, rowKey, type SpendLevel, type SpendNames } from '#shared/spend/rules/spend-rows.ts';
import type { CountedDay } from '#shared/spend/store/spend-days.ts';
import { addDecimals, type Decimal } from '#shared/values/decimal.ts';
import type { ReportDays } from '#shared/values/quarter-hours.ts';
import { type ClickedAd, clickBook, isHumanTraffic } from './click-book.ts';
import { objectNames } from './object-names.ts';
import { spendPlaces } from './place-spend.ts';

export type JoinedSpend = SpendNames & {
  network: string;
  adAccount: string;
  pixelKey: string | null;
  level: SpendLevel;
  currency: string;
  spend: Decimal;
  isJoined: boolean;
  days: Set<string>;
};
export type ClickedNames = OurNames & {
  pixelKey: string;
  days: Set<string>;
  clicks: number;
  conversions: number;
  values: Map<string, Signed>;
};

const adDimensions = ['campaign', 'ad_group', 'ad_id'] as const;

export function spendSide(
  days: readonly CountedDay[],
  cells: readonly CountedCell[],
  { reportDays, windows }: { reportDays: ReportDays; windows: readonly ReportDays[] },
  aliases: readonly SpendAlias[],
  onComparisons: (times: number) => void,
) {
  const names = objectNames();
  for (const day of days) names.add(day);
  const places = spendPlaces(bookOf(cells, windows), aliases, names.of, onComparisons);
  const all = new Map<string, JoinedSpend>();
  const withSpend = new Set<ClickedAd>();
  const ofReport = new Set(reportDays.days);
  for (const { day, network, adAccount, pixelKey, currency, rows } of days) {
    if (!ofReport.has(day)) continue;
    for (const names of rows) {
      const row = { ...names, network, adAccount, pixelKey, level: levelOf(names), day };
      const { ads, isJoined } = places.placed(row);
      const key = JSON.stringify([network, adAccount, pixelKey, currency, isJoined, rowKey(row)]);
      const before = all.get(key);
      const daySet = before?.days ?? new Set<string>();
      const spend = addDecimals(before?.spend ?? '0', names.spend);
      all.set(key, { ...row, currency, isJoined, spend, days: daySet.add(day) });
      for (const ad of ads) withSpend.add(ad);
    }
  }
  return { theirs: [...all.values()], withSpend };
}

function bookOf(cells: readonly CountedCell[], windows: readonly ReportDays[]) {
  const book = clickBook();
  for (const cell of cells) {
    const name = (dimension: Parameters<typeof nameOf>[1]) => nameOf(cell.names, dimension);
    const ad = book.adOf(name('pixel_key'), name('campaign'), name('ad_group'), name('ad_id'));
    const traffic = name('traffic');
    const click = { channel: name('channel'), isHuman: isHumanTraffic(traffic) };
    for (const window of windows)
      for (const [day, { count }] of amountsByDay(cell, window))
        if (cell.series === 'clicks') book.addClicks(ad, day, click, count);
        else book.addConversions(ad, day, count);
  }
  return book;
}

type AdNames = { pixelKey: string; campaign: string | null; adGroup: string | null; adId: string | null };
export const adKey = ({ pixelKey, campaign, adGroup, adId }: AdNames) =>
  JSON.stringify([pixelKey, ...[campaign, adGroup, adId].map((name) => name?.normalize('NFC') ?? '')]);

export function clickSide(cells: readonly CountedCell[], reportDays: ReportDays): ClickedNames[] {
  const all = new Map<string, ClickedNames>();
  for (const cell of cells) {
    const { series, names } = cell;
    const [campaign, adGroup, adId] = adDimensions.map((dimension) => nameOf(names, dimension).normalize('NFC')) as [
      string,
      string,
      string,
    ];
    const amounts = amountsByDay(cell, reportDays);
    if ((!campaign && !adGroup && !adId) || amounts.length === 0) continue;
    const pixelKey = nameOf(names, 'pixel_key');
    const key = JSON.stringify([pixelKey, campaign, adGroup, adId]);
    const ours = all.get(key) ?? {
      pixelKey,
      campaign,
      adGroup,
      adId,
      days: new Set<string>(),
      clicks: 0,
      conversions: 0,
      values: new Map<string, Signed>(),
    };
    const currency = nameOf(names, 'currency');
    for (const [day, { count, value }] of amounts) {
      ours.days.add(day);
      if (series === 'clicks') ours.clicks += count;
      else ours.conversions += count;
      if (currency) ours.values.set(currency, addSigned(ours.values.get(currency) ?? '0', value));
    }
    all.set(key, ours);
  }
  return [...all.values()].filter(({ clicks, conversions }) => clicks !== 0 || conversions !== 0);
}
