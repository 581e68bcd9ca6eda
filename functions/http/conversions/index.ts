import { unroutedBelow, withFunctionUrl } from '#shared/http/function-url.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { makeDeps } from './deps.ts';
import * as declared from './endpoints.ts';

const endpoints = Object.values(declared);

export const handler = withFunctionUrl(
  httpLambda(endpoints, () => makeDeps(), {
    budgetMs: 4300,
    warmsUp: true,
    unrouted: unroutedBelow(endpoints),
  }),
  endpoints,
);
