import { httpLambda } from '#shared/http/lambda.ts';
import { makeMediaDeps } from '#shared/make-deps/media.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makeMediaDeps());
