import * as credits from '#functions/api/credits/endpoints.ts';
import * as licences from '#functions/api/licences/endpoints.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { viewNeeds } from '#shared/http/view-needs.ts';

export const { endpoints, makeDeps, needs, handler } = httpFunction({ ...credits, ...licences }, viewNeeds);
