import { missingPage } from '#functions/api/docs/missing-page.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { unrouted } from '#shared/http/unrouted.ts';
import document from '../../../openapi.json' with { type: 'json' };
import { makeDeps } from './deps.ts';
import * as endpoints from './endpoints.ts';

const deps = makeDeps();

export const handler = httpLambda(Object.values(endpoints), () => deps, {
  unrouted: unrouted(document, deps.frontEndOrigins),
  missingPage,
});
