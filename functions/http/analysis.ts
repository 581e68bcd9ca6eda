import * as assistantAds from '#functions/api/assistant-ads/endpoints.ts';
import * as competitorsCompanies from '#functions/api/competitors/companies/endpoints.ts';
import * as keywordPlans from '#functions/api/keyword-plans/endpoints.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { viewNeeds } from '#shared/http/view-needs.ts';

export const { endpoints, makeDeps, needs, handler } = httpFunction(
  { ...assistantAds, ...competitorsCompanies, ...keywordPlans },
  viewNeeds,
);
