import type { NegativeKeyword } from './keywords.ts';

/** What is known of the company that a plan is for. */
export type CompanyMetadata = {
  name: string;
  website: string;
  businessModel: string;
  /** Where its ads are to be shown. */
  geoTarget: string;
  /** BCP 47. */
  language: string;
  /** What a visitor is to do: buy, sign up, ask for a quote. */
  primaryConversion: string;
  targetAudience: string;
  valueProposition: string;
};

export type KeywordCampaign = {
  name: string;
  keywords: readonly string[];
  negatives: readonly NegativeKeyword[];
};

/** What a plan holds: exact-match keywords of two campaigns, and negatives. */
export type KeywordPlanContents = {
  company: CompanyMetadata;
  brand: KeywordCampaign;
  nonBrand: KeywordCampaign;
  /** Of both campaigns. */
  sharedNegatives: readonly NegativeKeyword[];
};

/** A user's plan. */
export type KeywordPlan = KeywordPlanContents & {
  id: string;
  userId: number;
  /** From 1; the newest is the one that counts. */
  version: number;
  /** The task that made it. */
  taskId: string;
  model: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
};

export const keywordsPerCampaign = 10;
