import { httpLambda } from '#shared/http/lambda.ts';
import { makeTracingDeps } from '#shared/make-deps/tracing.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makeTracingDeps());
