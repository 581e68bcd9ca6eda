import type { AccountId } from '#shared/values/tenant.ts';
import type { NegativeKeyword } from './keywords.ts';

export type CompanyMetadata = {
  name: string;
  website: string;
  businessModel: string;
  geoTarget: string;
  /** The language tag is BCP 47. */
  language: string;
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
  userId: AccountId;
  version: number;
  taskId: string;
  model: string;
  createdAt: string;
};

export const keywordsPerCampaign = 10;
