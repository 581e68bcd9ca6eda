import { httpLambda } from '#shared/http/lambda.ts';
import { makeAccountDeps } from '#shared/make-deps/accounts.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makeAccountDeps());
