import * as endpoints from '#functions/api/docs/endpoints.ts';
import { missingPage } from '#functions/api/docs/missing-page.ts';
import { envFrom } from '#shared/env.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { unrouted } from '#shared/http/unrouted.ts';
import { once } from '#shared/values/once.ts';
import document from '../../openapi.json' with { type: 'json' };

// The function has no table and no secret, so it makes no context.
export const makeDeps = once(() => {
  const { API_BASE_URL, FRONT_END_ORIGINS } = envFrom(process.env);
  return { baseUrl: API_BASE_URL, frontEndOrigins: FRONT_END_ORIGINS };
});
const routes = once(() => unrouted(document, makeDeps().frontEndOrigins));

export { endpoints };
export const handler = httpLambda(Object.values(endpoints), makeDeps, {
  unrouted: (request) => routes()(request),
  missingPage,
});
