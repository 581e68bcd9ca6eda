import type { AdAccount, AdCampaign, AdDay, AssistantAd } from './assistant-account.ts';
import type { CampaignFigures } from './assistant-figures.ts';
import { dayBefore, type Figures, isNone, none, plus, type Spans } from './assistant-figures.ts';
import { findingsOf, type ReportFinding } from './assistant-findings.ts';

export type AdFigures = { id: string; title: string; campaign: string; week: Figures };

export type AssistantReport = {
  account: AdAccount;
  /** The day is in the account's time zone. */
  day: string;
  total: Spans;
  series: readonly ({ day: string } & Figures)[];
  campaigns: readonly CampaignFigures[];
  bestAds: readonly AdFigures[];
  findings: readonly ReportFinding[];
  problems: number;
  narrative: { headline: string; paragraphs: readonly string[] } | null;
};

export type AccountReading = {
  account: AdAccount;
  campaigns: readonly AdCampaign[];
  ads: readonly (AssistantAd & { campaignId: string })[];
  days: readonly DayOfAccount[];
};

export type DayOfAccount = {
  day: string;
  readFor: string;
  ads: readonly (Omit<AdDay, 'day'> & { campaignId: string })[];
  conversions: readonly { campaignId: string; conversions: number }[];
};

export const seriesDays = 28;
const maxBestAds = 5;
const notListed = { id: '', name: 'Campaigns no longer listed', status: '', dailyBudgetMicros: null };

export function assistantReport({ account, campaigns, ads, days }: AccountReading, day: string): AssistantReport {
  const byDay = new Map(days.map((dayAds) => [dayAds.day, dayAds]));
  const between = (last: number, first: number) =>
    Array.from({ length: last - first + 1 }, (_, at) => byDay.get(dayBefore(day, first + at)) ?? []).flat();
  const [today, week, weekBefore] = [between(0, 0), between(6, 0), between(13, 7)];

  const listed = new Set(campaigns.map(({ id }) => id));
  const campaignOf = ({ campaignId }: { campaignId: string }) => (listed.has(campaignId) ? campaignId : '');
  const of = {
    day: sumsBy(campaignOf, today),
    week: sumsBy(campaignOf, week),
    weekBefore: sumsBy(campaignOf, weekBefore),
  };
  const campaignFigures = [...campaigns, notListed]
    .map(({ id, name, status, dailyBudgetMicros }) => ({
      id,
      name,
      status,
      dailyBudgetMicros,
      day: of.day.get(id) ?? none,
      week: of.week.get(id) ?? none,
      weekBefore: of.weekBefore.get(id) ?? none,
    }))
    .filter(({ status, week, weekBefore }) => status === 'active' || !isNone(week) || !isNone(weekBefore))
    .sort((a, b) => b.week.spendMicros - a.week.spendMicros || order(a.id, b.id));

  const nameOf = new Map(campaigns.map(({ id, name }) => [id, name]));
  const ofAd = sumsBy(({ adId }) => adId ?? null, week);
  const bestAds = ads
    .map(({ id, title, campaignId }) => ({
      id,
      title,
      campaign: nameOf.get(campaignId) ?? '',
      week: ofAd.get(id) ?? none,
    }))
    .filter(({ week }) => week.clicks > 0)
    .sort((a, b) => b.week.clicks - a.week.clicks || order(a.id, b.id))
    .slice(0, maxBestAds);

  const total = { day: totalOf(today), week: totalOf(week), weekBefore: totalOf(weekBefore) };
  const series = Array.from({ length: seriesDays }, (_, at) => {
    const back = seriesDays - 1 - at;
    return { day: dayBefore(day, back), ...totalOf(between(back, back)) };
  });
  return {
    account,
    day,
    total,
    series,
    campaigns: campaignFigures,
    bestAds,
    ...findingsOf({ campaigns: campaignFigures, ads, total }),
    narrative: null,
  };
}

type Row = Partial<Figures> & { adId?: string; campaignId: string };
const rowsOf = ({ ads, conversions }: DayOfAccount): Row[] => [...ads, ...conversions];

function sumsBy(keyOf: (row: Row) => string | null, days: readonly DayOfAccount[]): Map<string, Figures> {
  const sums = new Map<string, Figures>();
  for (const row of days.flatMap(rowsOf)) {
    const key = keyOf(row);
    if (key !== null) sums.set(key, plus(sums.get(key) ?? none, row));
  }
  return sums;
}

const totalOf = (days: readonly DayOfAccount[]) => days.flatMap(rowsOf).reduce(plus, none);
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
