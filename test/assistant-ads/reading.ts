import type { AdCampaign } from '#shared/assistant-ads/rules/assistant-account.ts';
import type { AccountReading, DayOfAccount } from '#shared/assistant-ads/rules/assistant-report.ts';

export const day = '2026-11-20';

export const account = {
  id: 'act_1',
  name: 'Northwind Shoes',
  timeZone: 'America/New_York',
  currency: 'USD',
};

export const campaign = (id: string, change: Partial<AdCampaign> = {}): AdCampaign => ({
  id,
  name: `Campaign ${id}`,
  status: 'active',
  dailyBudgetMicros: null,
  ...change,
});

type Ad = AccountReading['ads'][number];
export const ad = (id: string, campaignId: string, change: Partial<Ad> = {}): Ad => ({
  id,
  campaignId,
  adGroupId: 'g',
  title: `Ad ${id}`,
  status: 'active',
  reviewStatus: 'approved',
  servingIssues: [],
  ...change,
});

type Row = DayOfAccount['ads'][number];
export const row = (adId: string, campaignId: string, change: Partial<Row> = {}): Row => ({
  adId,
  campaignId,
  impressions: 0,
  clicks: 0,
  spendMicros: 0,
  ...change,
});

export const dayOf = (of: string, ads: DayOfAccount['ads'], conversions: DayOfAccount['conversions'] = []): DayOfAccount => ({
  day: of,
  readFor: day,
  ads,
  conversions,
});

export const reading = (change: Partial<AccountReading> = {}): AccountReading => ({
  account,
  campaigns: [],
  ads: [],
  days: [],
  ...change,
});
