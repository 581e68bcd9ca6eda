import * as competitorsDiscovery from '#functions/api/competitors/discovery/endpoints.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { streamed } from '#shared/http/streamed.ts';
import { viewNeeds } from '#shared/http/view-needs.ts';

const served = httpFunction({ ...competitorsDiscovery }, viewNeeds);

export const { endpoints, makeDeps, needs } = served;
export const handler = streamed(served.handler);
