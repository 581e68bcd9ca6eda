import { amountsByDay } from '#shared/cells/rules/amounts-by-day.ts';
import { type CountedCell, nameOf } from '#shared/cells/rules/cells.ts';
import { addSigned, type Signed } from '#shared/cells/rules/signed.ts';
import { type ClickedAd, clickBook, isHumanTraffic } from '#shared/performance/rules/click-book.ts';
import { objectNames } from '#shared/performance/rules/object-names.ts';
import { spendPlaces } from '#shared/performance/rules/place-spend.ts';
import {
  type Evidence,
  evidenceOf,
  joinLevels,
  type OurNames,
  oursAt,
  type SpendAlias,
  theirNames,
} from '#shared/spend/rules/joins.ts';
import { levelOf, rowKey, type SpendLevel, type SpendNames } from '#shared/spend/rules/spend-rows.ts';
import type { CountedDay } from '#shared/spend/store/spend-days.ts';
import { addDecimals, type Decimal, isLess, money } from '#shared/values/decimal.ts';
import type { ReportDays } from '#shared/values/quarter-hours.ts';

type Theirs = SpendNames & {
  network: string;
  adAccount: string;
  pixelKey: string | null;
  level: SpendLevel;
  currency: string;
  spend: Decimal;
  isJoined: boolean;
  days: Set<string>;
};
type Ours = OurNames & {
  pixelKey: string;
  days: Set<string>;
  clicks: number;
  conversions: number;
  values: Map<string, Signed>;
};

const adDimensions = ['campaign', 'ad_group', 'ad_id'] as const;
const maxCandidates = 3;
/** Suggestions compare names in pairs, which takes 0.1 s within these bounds. */
const maxListed = 100;
const maxCompared = 200;

/**
 * Joins as the performance report does: a row joins human clicks of the days around its own, by every name that its
 * ids have there. `days` and `cells` reach beyond the days of the answer.
 */
export function joined(
  days: readonly CountedDay[],
  cells: readonly CountedCell[],
  { reportDays, windows }: { reportDays: ReportDays; windows: readonly ReportDays[] },
  aliases: readonly SpendAlias[],
  asked: (times: number) => void = () => {},
) {
  const ours = oursOf(cells, reportDays);
  const { theirs, withSpend } = theirsOf(days, cells, { reportDays, windows }, aliases, asked);
  const keysWithSpend = new Set([...withSpend].map(adKey));
  const hasSpend = (one: Ours) => keysWithSpend.has(adKey(one));
  const withClicks = theirs.filter(({ isJoined }) => isJoined);
  const lonelyRows = theirs
    .filter(({ isJoined }) => !isJoined)
    .sort((a, b) => Number(isLess(a.spend, b.spend)) - Number(isLess(b.spend, a.spend)));
  const sortedOurs = ours.toSorted(
    (a, b) =>
      b.conversions - a.conversions ||
      b.clicks - a.clicks ||
      (JSON.stringify(ourNames(a)) < JSON.stringify(ourNames(b)) ? -1 : 1),
  );
  const lonelyClicks = sortedOurs.filter((one) => !hasSpend(one));
  // An ad that has spend may have a new name at its network, so its own name must agree.
  const renamed = new Set(sortedOurs.filter(hasSpend).slice(0, maxCompared));
  const candidates = [...lonelyClicks.slice(0, maxCompared), ...renamed];
  function evidenceFor(one: Ours, row: Theirs): Evidence | null {
    const why = evidence(one, row);
    return why && renamed.has(one) && why.nameDistance !== 0 && !why.contains ? null : why;
  }
  return {
    joined: [...Map.groupBy(withClicks, ({ currency }) => currency)].map(([currency, rows]) => ({
      ...{ currency, rows: rows.length },
      spend: money(rows.reduce((sum, { spend }) => addDecimals(sum, spend), '0')),
    })),
    spend_without_clicks_count: lonelyRows.length,
    clicks_without_spend_count: lonelyClicks.length,
    spend_without_clicks: lonelyRows.slice(0, maxListed).map((row) => ({
      ...{ ...namesOf(row), currency: row.currency, spend: money(row.spend), days: row.days.size },
      candidates: nearest(candidates, (one) => evidenceFor(one, row)).map(({ of, evidence: why }) => ({
        ...{ ...ourNames(of), has_spend: renamed.has(of), evidence: why },
      })),
    })),
    clicks_without_spend: lonelyClicks.slice(0, maxListed).map((one) => ({
      ...{ ...ourNames(one), clicks: one.clicks, conversions: one.conversions, days: one.days.size },
      values: [...one.values].map(([currency, value]) => ({ currency, value: money(value) })),
      candidates: nearest(lonelyRows.slice(0, maxCompared), (row) => evidence(one, row)).map(
        ({ of, evidence: why }) => ({
          ...{ ...namesOf(of), evidence: why },
        }),
      ),
    })),
  };
}

function theirsOf(
  days: readonly CountedDay[],
  cells: readonly CountedCell[],
  { reportDays, windows }: { reportDays: ReportDays; windows: readonly ReportDays[] },
  aliases: readonly SpendAlias[],
  asked: (times: number) => void,
) {
  const names = objectNames();
  for (const day of days) names.add(day);
  const places = spendPlaces(bookOf(cells, windows), aliases, names.of, asked);
  const all = new Map<string, Theirs>();
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
const adKey = ({ pixelKey, campaign, adGroup, adId }: AdNames) =>
  JSON.stringify([pixelKey, ...[campaign, adGroup, adId].map((name) => name?.normalize('NFC') ?? '')]);

function oursOf(cells: readonly CountedCell[], reportDays: ReportDays): Ours[] {
  const all = new Map<string, Ours>();
  for (const cell of cells) {
    const { series, names } = cell;
    const [campaign, adGroup, adId] = adDimensions.map((dimension) =>
      nameOf(names, dimension).normalize('NFC'),
    ) as [string, string, string];
    const amounts = amountsByDay(cell, reportDays);
    if ((!campaign && !adGroup && !adId) || amounts.length === 0) continue;
    const pixelKey = nameOf(names, 'pixel_key');
    const key = JSON.stringify([pixelKey, campaign, adGroup, adId]);
    const ours = all.get(key) ?? {
      ...{ pixelKey, campaign, adGroup, adId, days: new Set<string>(), clicks: 0, conversions: 0 },
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

function evidence(ours: Ours, row: Theirs): Evidence | null {
  if (!isOfPixel(ours, row)) return null;
  const finestLevel = joinLevels.find((level) => level === row.level);
  const value = finestLevel && oursAt(ours, finestLevel);
  const shared = [...ours.days].filter((day) => row.days.has(day)).length;
  return finestLevel && value ? evidenceOf(value, theirNames(row)[finestLevel], shared) : null;
}

function nearest<T>(all: readonly T[], evidenceFor: (item: T) => Evidence | null) {
  return all
    .flatMap((of) => {
      const why = evidenceFor(of);
      return why ? [{ of, why }] : [];
    })
    .sort(
      (a, b) => (a.why.nameDistance ?? 9) - (b.why.nameDistance ?? 9) || b.why.sharedDays - a.why.sharedDays,
    )
    .slice(0, maxCandidates)
    .map(({ of, why: { nameDistance, contains, sharedDays } }) => ({
      of,
      evidence: { name_distance: nameDistance, contains, shared_days: sharedDays },
    }));
}

const isOfPixel = (ours: Ours, row: Theirs) => row.pixelKey === null || row.pixelKey === ours.pixelKey;

const ourNames = ({ pixelKey, campaign, adGroup, adId }: Ours) => ({
  pixel_key: pixelKey,
  ...{ campaign: campaign ?? '', ad_group: adGroup ?? '', ad_id: adId ?? '' },
});

const namesOf = ({
  network,
  adAccount,
  pixelKey,
  level,
  campaignId,
  campaign,
  adGroupId,
  adGroup,
  adId,
  ad,
}: Theirs) => ({
  ...{ network, account: adAccount, pixel_key: pixelKey, level, campaign_id: campaignId, campaign },
  ...{ ad_group_id: adGroupId, ad_group: adGroup, ad_id: adId, ad },
});
