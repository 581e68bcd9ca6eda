import type { NegativeKeyword } from './keywords.ts';

export type CompanyMetadata = {
  name: string;
  website: string;
  businessModel: string;
  geoTarget: string;
  /** BCP 47. */
  language: string;
  /** The wanted action of a visitor: buy, sign up, request a quote. */
  primaryConversion: string;
  targetAudience: string;
  valueProposition: string;
};

export type KeywordCampaign = {
  name: string;
  keywords: readonly string[];
  negatives: readonly NegativeKeyword[];
};

/** Exact-match keywords of two campaigns, and negatives. */
export type KeywordPlanContents = {
  company: CompanyMetadata;
  brand: KeywordCampaign;
  nonBrand: KeywordCampaign;
  sharedNegatives: readonly NegativeKeyword[];
};

export type KeywordPlan = KeywordPlanContents & {
  id: string;
  userId: number;
  /** Versions count from 1, and the newest version is valid. */
  version: number;
  taskId: string;
  model: string;
  /** ISO 8601 in UTC. */
  createdAt: string;
};

export const keywordsPerCampaign = 10;
