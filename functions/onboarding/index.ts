import { httpLambda } from '#shared/http/lambda.ts';
import { makeOnboardingDeps } from '#shared/make-deps/onboarding.ts';
import * as endpoints from './endpoints.ts';

export const handler = httpLambda(Object.values(endpoints), () => makeOnboardingDeps());
