import { httpLambda } from '#shared/http/lambda.ts';
import { makeDeps } from './deps.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makeDeps());
