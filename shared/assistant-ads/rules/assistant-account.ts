/** The account that a key opens. */
export type AdAccount = { id: string; name: string /** IANA name. */; timeZone: string; currency: string };

export type AdCampaign = {
  id: string;
  name: string;
  status: string;
  /** Of a day, in millionths of the account's currency; `null` without one. */
  dailyBudgetMicros: number | null;
};
export type AdGroupOfCampaign = { id: string; campaignId: string; name: string };
export type AssistantAd = {
  id: string;
  adGroupId: string;
  title: string;
  status: string;
  /** Such as `in_review`, `approved`, `rejected`. */
  reviewStatus: string;
  servingIssues: readonly string[];
};

/** What an ad did on a day of the account's time zone. */
export type AdDay = {
  adId: string;
  /** `YYYY-MM-DD`. */
  day: string;
  impressions: number;
  clicks: number;
  /** Millionths of the account's currency. */
  spendMicros: number;
};
