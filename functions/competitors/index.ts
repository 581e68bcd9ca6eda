import { httpLambda } from '#shared/http/lambda.ts';
import { makeCompetitorDeps } from '#shared/make-deps/competitors.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makeCompetitorDeps());
