import { httpLambda } from '#shared/http/lambda.ts';
import { makeCreditDeps } from '#shared/make-deps/credits.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makeCreditDeps());
