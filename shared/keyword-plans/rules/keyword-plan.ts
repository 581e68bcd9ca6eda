import type { NegativeKeyword } from './keywords.ts';

export type CompanyMetadata = {
  name: string;
  website: string;
  businessModel: string;
  geoTarget: string;
  /** BCP 47. */
  language: string;
  /** A purchase, a sign-up or a request for a quote. */
  primaryConversion: string;
  targetAudience: string;
  valueProposition: string;
};

export type KeywordCampaign = {
  name: string;
  keywords: readonly string[];
  negatives: readonly NegativeKeyword[];
};

export type KeywordPlanContents = {
  company: CompanyMetadata;
  brand: KeywordCampaign;
  nonBrand: KeywordCampaign;
  sharedNegatives: readonly NegativeKeyword[];
};

export type KeywordPlan = KeywordPlanContents & {
  id: string;
  userId: number;
  /** Versions count from 1, and the newest is valid. */
  version: number;
  taskId: string;
  model: string;
  createdAt: string;
};

export const keywordsPerCampaign = 10;
