import * as operatorsPeople from '#functions/api/operators/people/endpoints.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { operatorNeeds } from '#shared/http/needs.ts';

export const { endpoints, makeDeps, needs, handler } = httpFunction({ ...operatorsPeople }, operatorNeeds);
