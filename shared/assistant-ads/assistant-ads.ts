import type { AdAccount, AdCampaign, AdDay, AdGroupOfCampaign, AssistantAd } from '#shared/assistant-ads/rules/assistant-account.ts';

export type CampaignConversions = { campaignId: string; day: string; conversions: number };

export type AdDays = { since: string; until: string };

/** Every method of an account throws `VendorUnavailable`. */
export type AssistantAdsAccount = {
  account(): Promise<AdAccount>;
  campaigns(): Promise<readonly AdCampaign[]>;
  adGroups(): Promise<readonly AdGroupOfCampaign[]>;
  ads(): Promise<readonly AssistantAd[]>;
  /** Both days are included, in the account's time zone. */
  adDays(days: AdDays): Promise<readonly AdDay[]>;
  conversions(days: AdDays): Promise<readonly CampaignConversions[]>;
};
