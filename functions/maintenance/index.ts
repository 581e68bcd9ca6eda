import { httpLambda } from '#shared/http/lambda.ts';
import { makeMaintenanceDeps } from '#shared/make-deps/maintenance.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makeMaintenanceDeps());
