import { httpLambda } from '#shared/http/lambda.ts';
import { makeWebhookDeps } from '#shared/make-deps/webhooks.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makeWebhookDeps());
