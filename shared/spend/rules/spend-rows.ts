import { addDecimals, type Decimal } from '#shared/values/decimal.ts';
import { sha256 } from '#shared/values/ids.ts';

export const spendLevels = ['account', 'campaign', 'ad_group', 'ad'] as const;
export type SpendLevel = (typeof spendLevels)[number];

/** A row without a name at a level is of the next coarser level. */
export type SpendNames = {
  campaignId: string | null;
  campaign: string | null;
  adGroupId: string | null;
  adGroup: string | null;
  adId: string | null;
  ad: string | null;
};
/** A figure that was not sent is `null`, never 0. */
export type SpendRow = SpendNames & {
  spend: Decimal;
  impressions: number | null;
  clicks: number | null;
  reportedConversions: Decimal | null;
  reportedValue: Decimal | null;
};

export type DayFacts = { currency: string; timeZone: string; pixelKey: string | null };
export type SpendDay = DayFacts & { day: string; level: SpendLevel; rows: SpendRow[] };

export function levelOf({ campaignId, campaign, adGroupId, adGroup, adId, ad }: SpendNames): SpendLevel {
  if ((adId ?? ad) !== null) return 'ad';
  if ((adGroupId ?? adGroup) !== null) return 'ad_group';
  return (campaignId ?? campaign) !== null ? 'campaign' : 'account';
}

/** The rows of a day may have several levels, one for each campaign. */
export const finestLevelOf = (rows: readonly SpendNames[]): SpendLevel =>
  spendLevels.findLast((level) => rows.some((row) => levelOf(row) === level)) ?? 'account';

export const rowKey = ({ campaignId, campaign, adGroupId, adGroup, adId, ad }: SpendNames): string =>
  JSON.stringify([part(campaignId, campaign), part(adGroupId, adGroup), part(adId, ad)]);
const part = (id: string | null, name: string | null) => (id !== null ? { id } : name);

export function summedRows(rows: readonly SpendRow[]): SpendRow[] {
  const byKey = new Map<string, SpendRow>();
  for (const row of rows) {
    const before = byKey.get(rowKey(row));
    byKey.set(rowKey(row), before ? addedUp(before, row) : row);
  }
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

function addedUp(a: SpendRow, b: SpendRow): SpendRow {
  return {
    campaignId: a.campaignId,
    adGroupId: a.adGroupId,
    adId: a.adId,
    // A renamed campaign has two names; either order of the lines gives the same name.
    campaign: firstOf(a.campaign, b.campaign),
    adGroup: firstOf(a.adGroup, b.adGroup),
    ad: firstOf(a.ad, b.ad),
    spend: addDecimals(a.spend, b.spend),
    impressions: sumOf(a.impressions, b.impressions),
    clicks: sumOf(a.clicks, b.clicks),
    reportedConversions: exactSumOf(a.reportedConversions, b.reportedConversions),
    reportedValue: exactSumOf(a.reportedValue, b.reportedValue),
  };
}

const firstOf = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a);
const sumOf = (a: number | null, b: number | null) => (a === null ? b : a + (b ?? 0));
const exactSumOf = (a: Decimal | null, b: Decimal | null) => (a === null ? b : addDecimals(a, b ?? '0'));

/** The digest does not depend on the order of rows. */
export const dayDigest = ({ currency, timeZone, pixelKey, rows }: SpendDay): string =>
  sha256(JSON.stringify([currency, timeZone, pixelKey, rows.map(packedRow)]));

export function packedRow(row: SpendRow): (string | number | null)[] {
  const all = [
    row.campaignId,
    row.campaign,
    row.adGroupId,
    row.adGroup,
    row.adId,
    row.ad,
    row.spend,
    row.impressions,
    row.clicks,
    row.reportedConversions,
    row.reportedValue,
  ];
  while (all.at(-1) === null) all.pop();
  return all;
}

export function unpackedRow(packed: readonly (string | number | null)[]): SpendRow {
  const text = (at: number) => (packed[at] ?? null) as string | null;
  const count = (at: number) => (packed[at] ?? null) as number | null;
  return {
    campaignId: text(0),
    campaign: text(1),
    adGroupId: text(2),
    adGroup: text(3),
    adId: text(4),
    ad: text(5),
    spend: text(6) ?? '0',
    impressions: count(7),
    clicks: count(8),
    reportedConversions: text(9),
    reportedValue: text(10),
  };
}
