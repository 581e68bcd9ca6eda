import { amountsByDay } from '#shared/cells/rules/amounts-by-day.ts';
import { type CountedCell, nameOf } from '#shared/cells/rules/cells.ts';
import { addSigned, type Signed } from '#shared/cells/rules/signed.ts';
import {
  type Evidence,
  evidenceOf,
  joinFinder,
  joinLevels,
  type OurNames,
  oursAt,
  type SpendAlias,
  theirNames,
} from '#shared/spend/rules/joins.ts';
import { rowKey, type SpendLevel, type SpendNames } from '#shared/spend/rules/spend-rows.ts';
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

/** The spend of an import that names a pixel joins only the clicks of that pixel. */
export function joined(
  days: readonly CountedDay[],
  cells: Iterable<CountedCell>,
  reportDays: ReportDays,
  aliases: readonly SpendAlias[],
  asked: () => void = () => {},
) {
  const [theirs, ours] = [theirsOf(days), oursOf(cells, reportDays)];
  const find = joinFinder(ours, aliases, asked);
  const joins = theirs.map((row) =>
    find({ ...row, theirs: theirNames(row) }).filter((ours) => isOfPixel(ours, row)),
  );
  const withClicks = theirs.filter((_, at) => joins[at]?.length);
  const withSpend = new Set(joins.flat());
  const lonelyRows = theirs
    .filter((_, at) => joins[at]?.length === 0)
    .sort((a, b) => Number(isLess(a.spend, b.spend)) - Number(isLess(b.spend, a.spend)));
  const lonelyClicks = ours
    .filter((ours) => !withSpend.has(ours))
    .sort(
      (a, b) =>
        b.conversions - a.conversions ||
        b.clicks - a.clicks ||
        (JSON.stringify(ourNames(a)) < JSON.stringify(ourNames(b)) ? -1 : 1),
    );
  return {
    joined: [...Map.groupBy(withClicks, ({ currency }) => currency)].map(([currency, rows]) => ({
      ...{ currency, rows: rows.length },
      spend: money(rows.reduce((sum, { spend }) => addDecimals(sum, spend), '0')),
    })),
    spend_without_clicks_count: lonelyRows.length,
    clicks_without_spend_count: lonelyClicks.length,
    spend_without_clicks: lonelyRows.slice(0, maxListed).map((row) => ({
      ...{ ...namesOf(row), currency: row.currency, spend: money(row.spend), days: row.days.size },
      candidates: nearest(lonelyClicks.slice(0, maxCompared), (ours) => evidence(ours, row)).map(
        ({ of, evidence: why }) => ({
          ...{ ...ourNames(of), evidence: why },
        }),
      ),
    })),
    clicks_without_spend: lonelyClicks.slice(0, maxListed).map((ours) => ({
      ...{ ...ourNames(ours), clicks: ours.clicks, conversions: ours.conversions, days: ours.days.size },
      values: [...ours.values].map(([currency, value]) => ({ currency, value: money(value) })),
      candidates: nearest(lonelyRows.slice(0, maxCompared), (row) => evidence(ours, row)).map(
        ({ of, evidence: why }) => ({
          ...{ ...namesOf(of), evidence: why },
        }),
      ),
    })),
  };
}

function theirsOf(days: readonly CountedDay[]): Theirs[] {
  const all = new Map<string, Theirs>();
  for (const { day, network, adAccount, pixelKey, level, currency, rows } of days)
    for (const row of rows) {
      const key = JSON.stringify([network, adAccount, pixelKey, currency, rowKey(row)]);
      const before = all.get(key);
      const daySet = before?.days ?? new Set<string>();
      const spend = addDecimals(before?.spend ?? '0', row.spend);
      const place = { network, adAccount, pixelKey, level, currency };
      all.set(key, { ...row, ...place, spend, days: daySet.add(day) });
    }
  return [...all.values()];
}

function oursOf(cells: Iterable<CountedCell>, reportDays: ReportDays): Ours[] {
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
