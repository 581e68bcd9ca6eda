import { httpLambda } from '#shared/http/lambda.ts';
import { streamed } from '#shared/http/streamed.ts';
import { makeDeps } from './deps.ts';
import * as endpoints from './endpoints.ts';

export const handler = streamed(httpLambda(Object.values(endpoints), () => makeDeps()));
