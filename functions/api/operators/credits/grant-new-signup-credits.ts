import { DryRunRequest } from '#functions/api/operators/dry-run-request.ts';
import { defineEndpoint } from '#shared/http/endpoint.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { GrantReport, GrantsRunning, grantExample } from './grant-report.ts';
import { runGrantsOnce, runGrantsOnceNeeds, runsOnce } from './run-grants-once.ts';

export const grantNewSignupCredits = defineEndpoint({
  id: 'grantNewSignupCredits',
  method: 'POST',
  path: '/api/v1/dev/grant-new-signup-credits',
  auth: 'operator',
  needs: runGrantsOnceNeeds,
  summary: 'Grant sign-up credits',
  description: `Grants 5 credits to users who signed up yesterday, once ever. Skips users with credits, with an active partner licence, or in the team of one. Days are in the time zone of credits (\`CREDITS_TIME_ZONE\`). ${runsOnce}`,
  body: DryRunRequest,
  responses: { 200: GrantReport, 202: GrantsRunning },
  errors: [serviceErrors.idempotency_key_reused],
  example: { body: {}, responses: grantExample('grant_new_signup_credits') },

  handle: ({ body, ...caller }, deps) => runGrantsOnce('grant_new_signup_credits', { dryRun: body?.dry_run }, caller, deps),
});
