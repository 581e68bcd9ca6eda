import { hours } from '#shared/values/durations.ts';
import type { AdCampaign } from './assistant-account.ts';
/** Spend is in millionths of the account's currency. */
export type Figures = { impressions: number; clicks: number; spendMicros: number; conversions: number };

/** `weekBefore` ends before `week`, which ends with the day. */
export type Spans = { day: Figures; week: Figures; weekBefore: Figures };

export const none: Figures = { impressions: 0, clicks: 0, spendMicros: 0, conversions: 0 };

export const plus = (a: Figures, b: Partial<Figures>): Figures => ({
  impressions: a.impressions + (b.impressions ?? 0),
  clicks: a.clicks + (b.clicks ?? 0),
  spendMicros: a.spendMicros + (b.spendMicros ?? 0),
  conversions: a.conversions + (b.conversions ?? 0),
});

export const isNone = (figures: Figures) => Object.values(figures).every((value) => value === 0);

export const clickRate = ({ clicks, impressions }: Figures) => (impressions > 0 ? (100 * clicks) / impressions : null);
export const costPerClick = ({ clicks, spendMicros }: Figures) => (clicks > 0 ? spendMicros / clicks : null);
export const costPerConversion = ({ conversions, spendMicros }: Figures) => (conversions > 0 ? spendMicros / conversions : null);

export const changePercent = (now: number | null, before: number | null) =>
  now === null || !before ? null : Math.round((100 * (now - before)) / before);

/** A negative number of days leads ahead. Days are `YYYY-MM-DD`. */
export const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - hours(24 * days)).toISOString().slice(0, 10);

/** `id` and `status` are empty for campaigns that the account no longer lists. */
export type CampaignFigures = Pick<AdCampaign, 'id' | 'name' | 'status' | 'dailyBudgetMicros'> & Spans;
