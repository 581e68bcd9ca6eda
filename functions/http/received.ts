import * as billing from '#functions/api/billing/endpoints.ts';
import * as licencesPartner from '#functions/api/licences/partner/endpoints.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { operatorNeeds } from '#shared/http/needs.ts';

export const { endpoints, makeDeps, needs, handler } = httpFunction({ ...billing, ...licencesPartner }, operatorNeeds);
