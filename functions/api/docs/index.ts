import { envFrom } from '#shared/env.ts';
import { httpLambda } from '#shared/http/lambda.ts';
import { unrouted } from '#shared/http/unrouted.ts';
import document from '../../../openapi.json' with { type: 'json' };
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => ({}), {
  unrouted: unrouted(document, envFrom(process.env).FRONT_END_ORIGINS),
});
