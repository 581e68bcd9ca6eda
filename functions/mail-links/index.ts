import { httpLambda } from '#shared/http/lambda.ts';
import { makeMailLinkDeps } from '#shared/make-deps/mail-links.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makeMailLinkDeps());
