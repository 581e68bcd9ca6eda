import * as operatorsTracing from '#functions/api/operators/tracing/endpoints.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { operatorNeeds } from '#shared/http/needs.ts';

export const { endpoints, makeDeps, needs, handler } = httpFunction({ ...operatorsTracing }, operatorNeeds);
