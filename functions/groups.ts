import * as accountsDescriptions from '#functions/api/accounts/descriptions/endpoints.ts';
import * as accounts from '#functions/api/accounts/endpoints.ts';
import * as activity from '#functions/api/activity/endpoints.ts';
import * as adjustments from '#functions/api/adjustments/endpoints.ts';
import * as assistantAds from '#functions/api/assistant-ads/endpoints.ts';
import * as billing from '#functions/api/billing/endpoints.ts';
import * as clicks from '#functions/api/clicks/endpoints.ts';
import * as competitorsCompanies from '#functions/api/competitors/companies/endpoints.ts';
import * as competitorsDiscovery from '#functions/api/competitors/discovery/endpoints.ts';
import * as competitors from '#functions/api/competitors/endpoints.ts';
import * as conversions from '#functions/api/conversions/endpoints.ts';
import * as credits from '#functions/api/credits/endpoints.ts';
import * as destinations from '#functions/api/destinations/endpoints.ts';
import * as docs from '#functions/api/docs/endpoints.ts';
import * as events from '#functions/api/events/endpoints.ts';
import * as keys from '#functions/api/keys/endpoints.ts';
import * as keywordPlans from '#functions/api/keyword-plans/endpoints.ts';
import * as licences from '#functions/api/licences/endpoints.ts';
import * as licencesPartner from '#functions/api/licences/partner/endpoints.ts';
import * as mailLinks from '#functions/api/mail-links/endpoints.ts';
import * as mcp from '#functions/api/mcp/endpoints.ts';
import * as media from '#functions/api/media/endpoints.ts';
import * as notifications from '#functions/api/notifications/endpoints.ts';
import * as operatorsAccounts from '#functions/api/operators/accounts/endpoints.ts';
import * as operatorsAssistantAds from '#functions/api/operators/assistant-ads/endpoints.ts';
import * as operatorsBilling from '#functions/api/operators/billing/endpoints.ts';
import * as operatorsCredits from '#functions/api/operators/credits/endpoints.ts';
import * as operatorsEvents from '#functions/api/operators/events/endpoints.ts';
import * as operatorsLicences from '#functions/api/operators/licences/endpoints.ts';
import * as operatorsPeople from '#functions/api/operators/people/endpoints.ts';
import * as operatorsQueues from '#functions/api/operators/queues/endpoints.ts';
import * as operatorsService from '#functions/api/operators/service/endpoints.ts';
import * as operatorsTracing from '#functions/api/operators/tracing/endpoints.ts';
import * as pixel from '#functions/api/pixel/endpoints.ts';
import * as privacy from '#functions/api/privacy/endpoints.ts';
import * as prompts from '#functions/api/prompts/endpoints.ts';
import * as reconciliation from '#functions/api/reconciliation/endpoints.ts';
import * as reports from '#functions/api/reports/endpoints.ts';
import * as siteCheck from '#functions/api/site-check/endpoints.ts';
import * as spend from '#functions/api/spend/endpoints.ts';
import * as webhooks from '#functions/api/webhooks/endpoints.ts';
import type { AnyEndpoint } from '#shared/http/endpoint.ts';

export const groups = {
  accounts: { ...accounts, ...accountsDescriptions },
  activity,
  adjustments,
  'assistant-ads': assistantAds,
  billing,
  clicks,
  competitors: { ...competitors, ...competitorsCompanies, ...competitorsDiscovery },
  conversions,
  credits,
  destinations,
  docs,
  events,
  keys,
  'keyword-plans': keywordPlans,
  licences: { ...licences, ...licencesPartner },
  'mail-links': mailLinks,
  mcp,
  media,
  notifications,
  operators: {
    ...operatorsAccounts,
    ...operatorsAssistantAds,
    ...operatorsBilling,
    ...operatorsCredits,
    ...operatorsEvents,
    ...operatorsLicences,
    ...operatorsPeople,
    ...operatorsQueues,
    ...operatorsService,
    ...operatorsTracing,
  },
  pixel,
  privacy,
  prompts,
  reconciliation,
  reports,
  'site-check': siteCheck,
  spend,
  webhooks,
};

export const endpoints: readonly AnyEndpoint[] = Object.values(groups).flatMap((group): AnyEndpoint[] => Object.values(group));
