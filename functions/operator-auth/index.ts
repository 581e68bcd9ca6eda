import { httpLambda } from '#shared/http/lambda.ts';
import { makeOperatorAuthDeps } from '#shared/make-deps/operator-auth.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makeOperatorAuthDeps());
