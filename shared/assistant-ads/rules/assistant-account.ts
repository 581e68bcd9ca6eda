export type AdAccount = {
  id: string;
  name: string;
  /** The time zone has an IANA name. */
  timeZone: string;
  currency: string;
};

export type AdCampaign = {
  id: string;
  name: string;
  status: string;
  dailyBudgetMicros: number | null;
};
export type AdGroupOfCampaign = { id: string; campaignId: string; name: string };
export type AssistantAd = {
  id: string;
  adGroupId: string;
  title: string;
  status: string;
  reviewStatus: string;
  servingIssues: readonly string[];
};

/** Days are in the account's time zone. */
export type AdDay = {
  adId: string;
  day: string;
  impressions: number;
  clicks: number;
  spendMicros: number;
};
