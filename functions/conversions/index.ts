import { httpLambda } from '#shared/http/lambda.ts';
import { makeConversionDeps } from '#shared/make-deps/conversions.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makeConversionDeps(), {
  budgetMs: 4800,
});
