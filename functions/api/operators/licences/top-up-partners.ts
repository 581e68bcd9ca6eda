import { GrantReport, GrantsRunning, grantExample } from '#functions/api/operators/credits/grant-report.ts';
import { runGrantsOnce, runGrantsOnceNeeds, runsOnce } from '#functions/api/operators/credits/run-grants-once.ts';
import { DryRunRequest } from '#functions/api/operators/dry-run-request.ts';
import { defineEndpoint } from '#shared/http/endpoint.ts';
import { serviceErrors } from '#shared/values/errors.ts';

export const topUpPartners = defineEndpoint({
  id: 'topUpPartners',
  method: 'POST',
  path: '/api/v1/dev/partner-monthly-topup',
  auth: 'operator',
  needs: runGrantsOnceNeeds,
  summary: 'Grant monthly partner credits',
  description: `Grants the month's credits to holders of active partner licences: by the holder's highest tier, at most once per calendar month and once per licence. Holders whom an activation or a renewal has paid this month are skipped. Scheduled on the last day of the month. ${runsOnce}`,
  body: DryRunRequest,
  responses: { 200: GrantReport, 202: GrantsRunning },
  errors: [serviceErrors.idempotency_key_reused],
  example: { body: {}, responses: grantExample('partner_monthly_topup') },

  handle: ({ body, ...caller }, deps) => runGrantsOnce('partner_monthly_topup', { dryRun: body?.dry_run }, caller, deps),
});
