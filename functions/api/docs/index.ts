import { envFrom } from '#shared/env.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { unrouted } from '#shared/http/unrouted.ts';
import document from '../../../openapi.json' with { type: 'json' };
import * as endpoints from './endpoints.ts';
import type { DocsDeps } from './llms-text.ts';

const env = envFrom(process.env);

const deps: DocsDeps & { frontEndOrigins: readonly string[] } = {
  baseUrl: env.API_BASE_URL,
  frontEndOrigins: env.FRONT_END_ORIGINS,
};

export const handler = httpLambda(Object.values(endpoints), () => deps, {
  unrouted: unrouted(document, env.FRONT_END_ORIGINS),
});
