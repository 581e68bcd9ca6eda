import * as operatorsAccounts from '#functions/api/operators/accounts/endpoints.ts';
import * as operatorsAssistantAds from '#functions/api/operators/assistant-ads/endpoints.ts';
import * as operatorsBilling from '#functions/api/operators/billing/endpoints.ts';
import * as operatorsCredits from '#functions/api/operators/credits/endpoints.ts';
import * as operatorsEvents from '#functions/api/operators/events/endpoints.ts';
import * as operatorsLicences from '#functions/api/operators/licences/endpoints.ts';
import * as operatorsQueues from '#functions/api/operators/queues/endpoints.ts';
import * as operatorsService from '#functions/api/operators/service/endpoints.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { operatorNeeds } from '#shared/http/needs.ts';

export const { endpoints, makeDeps, needs, handler } = httpFunction(
  {
    ...operatorsAccounts,
    ...operatorsAssistantAds,
    ...operatorsBilling,
    ...operatorsCredits,
    ...operatorsEvents,
    ...operatorsLicences,
    ...operatorsQueues,
    ...operatorsService,
  },
  operatorNeeds,
);
