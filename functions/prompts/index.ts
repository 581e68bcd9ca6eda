import { httpLambda } from '#shared/http/lambda.ts';
import { makePromptDeps } from '#shared/make-deps/prompts.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makePromptDeps());
