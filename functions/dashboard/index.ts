import { httpLambda } from '#shared/http/lambda.ts';
import { makeDashboardDeps } from '#shared/make-deps/dashboard.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makeDashboardDeps());
