import type { AdAccount, AdCampaign, AdDay, AdGroupOfCampaign, AssistantAd } from './assistant-account.ts';
import { findingsOf, type ReportFinding } from './assistant-findings.ts';

/** Sums over some ads and days. Money in millionths of the account's currency. */
export type Figures = { impressions: number; clicks: number; spendMicros: number; conversions: number };

/** The day itself, the seven days that end with it, and the seven before those. */
export type Spans = { day: Figures; week: Figures; weekBefore: Figures };

export type CampaignFigures = Pick<AdCampaign, 'id' | 'name' | 'status' | 'dailyBudgetMicros'> & Spans;
export type AdFigures = { id: string; title: string; campaign: string; week: Figures };

/** An account's report of one day. */
export type AssistantReport = {
  account: AdAccount;
  /** `YYYY-MM-DD`, in the account's time zone. */
  day: string;
  total: Spans;
  /** Day by day, the oldest first; the last is the report's day. */
  series: readonly ({ day: string } & Figures)[];
  /** Those that did anything in these two weeks or are active, by spend. */
  campaigns: readonly CampaignFigures[];
  /** The ads with the most clicks of the week. */
  bestAds: readonly AdFigures[];
  findings: readonly ReportFinding[];
  /** What a model says of these figures; `null` when none could. */
  narrative: { headline: string; paragraphs: readonly string[] } | null;
};

/** An account as it was downloaded, with the days that are known of it. */
export type AccountReading = {
  account: AdAccount;
  campaigns: readonly AdCampaign[];
  adGroups: readonly AdGroupOfCampaign[];
  ads: readonly AssistantAd[];
  days: readonly DayOfAccount[];
};

/** What is kept of an account's day. */
export type DayOfAccount = {
  day: string;
  ads: readonly Omit<AdDay, 'day'>[];
  conversions: readonly { campaignId: string; conversions: number }[];
};

export const seriesDays = 28;
const mostBestAds = 5;
const dayMs = 86_400_000;

export const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);

export const none: Figures = { impressions: 0, clicks: 0, spendMicros: 0, conversions: 0 };
const plus = (a: Figures, b: Partial<Figures>): Figures => ({
  impressions: a.impressions + (b.impressions ?? 0),
  clicks: a.clicks + (b.clicks ?? 0),
  spendMicros: a.spendMicros + (b.spendMicros ?? 0),
  conversions: a.conversions + (b.conversions ?? 0),
});

/** The figures of a report, without its narrative: the same for the same reading. */
export function assistantReport(reading: AccountReading, day: string): AssistantReport {
  const { account, campaigns, adGroups, ads, days } = reading;
  const campaignOfGroup = new Map(adGroups.map(({ id, campaignId }) => [id, campaignId]));
  const campaignOfAd = new Map(ads.map(({ id, adGroupId }) => [id, campaignOfGroup.get(adGroupId) ?? '']));
  const byDay = new Map(days.map((one) => [one.day, one]));

  /** Sums of the days from `first` to `last` days before the report's day, by a key of each ad's and conversion's. */
  const sums = (last: number, first: number, keyOfAd: (adId: string) => string) => {
    const found = new Map<string, Figures>();
    const add = (key: string, more: Partial<Figures>) => found.set(key, plus(found.get(key) ?? none, more));
    for (let back = first; back <= last; back++) {
      const one = byDay.get(dayBefore(day, back));
      for (const { adId, ...figures } of one?.ads ?? []) add(keyOfAd(adId), figures);
      for (const { campaignId, conversions } of one?.conversions ?? [])
        add(`campaign ${campaignId}`, { conversions });
    }
    return found;
  };
  const campaignKey = (adId: string) => `campaign ${campaignOfAd.get(adId) ?? ''}`;
  const of = {
    day: sums(0, 0, campaignKey),
    week: sums(6, 0, campaignKey),
    weekBefore: sums(13, 7, campaignKey),
  };
  const spansOf = (id: string): Spans => ({
    day: of.day.get(`campaign ${id}`) ?? none,
    week: of.week.get(`campaign ${id}`) ?? none,
    weekBefore: of.weekBefore.get(`campaign ${id}`) ?? none,
  });
  const totalOf = (all: ReadonlyMap<string, Figures>) => [...all.values()].reduce(plus, none);

  const campaignFigures = campaigns
    .map(({ id, name, status, dailyBudgetMicros }) => ({
      id,
      name,
      status,
      dailyBudgetMicros,
      ...spansOf(id),
    }))
    .filter(
      ({ status, week, weekBefore }) => status === 'active' || week.impressions + weekBefore.impressions > 0,
    )
    .sort((a, b) => b.week.spendMicros - a.week.spendMicros || (a.id < b.id ? -1 : 1));
  const nameOf = new Map(campaigns.map(({ id, name }) => [id, name]));
  const weekOfAd = sums(6, 0, (adId) => adId);
  const bestAds = ads
    .map(({ id, title }) => ({
      ...{ id, title, campaign: nameOf.get(campaignOfAd.get(id) ?? '') ?? '' },
      week: weekOfAd.get(id) ?? none,
    }))
    .filter(({ week }) => week.clicks > 0)
    .sort((a, b) => b.week.clicks - a.week.clicks || (a.id < b.id ? -1 : 1))
    .slice(0, mostBestAds);

  const series = Array.from({ length: seriesDays }, (_, at) => {
    const one = dayBefore(day, seriesDays - 1 - at);
    const back = seriesDays - 1 - at;
    return { day: one, ...totalOf(sums(back, back, campaignKey)) };
  });
  const total = { day: totalOf(of.day), week: totalOf(of.week), weekBefore: totalOf(of.weekBefore) };
  return {
    ...{ account, day, total, series, campaigns: campaignFigures, bestAds },
    findings: findingsOf({ campaigns: campaignFigures, ads, total }),
    narrative: null,
  };
}

/** Clicks of a hundred impressions; `null` without an impression. */
export const clickRate = ({ clicks, impressions }: Figures) =>
  impressions > 0 ? (100 * clicks) / impressions : null;
/** In millionths; `null` without a click. */
export const costPerClick = ({ clicks, spendMicros }: Figures) => (clicks > 0 ? spendMicros / clicks : null);
/** In millionths; `null` without a conversion. */
export const costPerConversion = ({ conversions, spendMicros }: Figures) =>
  conversions > 0 ? spendMicros / conversions : null;
