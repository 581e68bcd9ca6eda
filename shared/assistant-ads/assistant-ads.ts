import type {
  AdAccount,
  AdCampaign,
  AdDay,
  AdGroupOfCampaign,
  AssistantAd,
} from '#shared/assistant-ads/rules/assistant-account.ts';

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
  /** Conversions that the assistant attributes to clicks of campaigns; days without any are left out. */
  conversions(days: AdDays): Promise<readonly CampaignConversions[]>;
};
