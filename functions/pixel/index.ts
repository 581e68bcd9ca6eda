import { httpLambda } from '#shared/http/lambda.ts';
import { makePixelDeps } from '#shared/make-deps/conversions.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makePixelDeps(), { budgetMs: 4800 });
