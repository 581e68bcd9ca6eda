import * as accountsDescriptions from '#functions/api/accounts/descriptions/endpoints.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { userNeeds } from '#shared/http/needs.ts';

export const { endpoints, makeDeps, needs, handler } = httpFunction({ ...accountsDescriptions }, userNeeds);
