import { httpLambda } from '#shared/http/lambda.ts';
import { makeNotificationDeps } from '#shared/make-deps/notifications.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makeNotificationDeps());
