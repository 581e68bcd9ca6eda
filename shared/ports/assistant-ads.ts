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
export type CampaignConversions = { campaignId: string; day: string; conversions: number };

export type AdDays = { since: string; until: string };

/** The conversational assistant's ads: one account by its key. Everything throws `VendorUnavailable`. */
export type AssistantAdsAccount = {
  account(): Promise<AdAccount>;
  campaigns(): Promise<readonly AdCampaign[]>;
  adGroups(): Promise<readonly AdGroupOfCampaign[]>;
  ads(): Promise<readonly AssistantAd[]>;
  /** Days from `since` to `until`, both included, in the account's time zone. Days without any impression are left out. */
  adDays(days: AdDays): Promise<readonly AdDay[]>;
  /** Conversions that the assistant attributes to campaigns. */
  conversions(days: AdDays, campaignIds: readonly string[]): Promise<readonly CampaignConversions[]>;
};
