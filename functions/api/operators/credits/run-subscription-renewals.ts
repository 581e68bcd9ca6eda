import { DryRunRequest } from '#functions/api/operators/dry-run-request.ts';
import { defineEndpoint } from '#shared/http/endpoint.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { GrantReport, GrantsRunning, grantExample } from './grant-report.ts';
import { runGrantsOnce, runGrantsOnceNeeds, runsOnce } from './run-grants-once.ts';

export const runSubscriptionRenewals = defineEndpoint({
  id: 'runSubscriptionRenewals',
  method: 'POST',
  path: '/api/v1/dev/subscription-renewal-cron',
  auth: 'operator',
  needs: runGrantsOnceNeeds,
  summary: 'Run subscription renewals',
  description: `Grants the monthly credits of partner licences on the day of the month of the sign-up, or on the last day of a shorter month. Missed days are caught up, up to two months back. A month that an activation or the top-up has paid is skipped. Renewals paid by card are granted with their invoice. ${runsOnce}`,
  body: DryRunRequest,
  responses: { 200: GrantReport, 202: GrantsRunning },
  errors: [serviceErrors.idempotency_key_reused],
  example: { body: {}, responses: grantExample('subscription_renewals') },

  handle: ({ body, ...caller }, deps) => runGrantsOnce('subscription_renewals', { dryRun: body?.dry_run }, caller, deps),
});
