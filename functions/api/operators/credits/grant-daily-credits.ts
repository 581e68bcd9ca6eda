import * as z from 'zod';
import { defineEndpoint } from '#shared/http/endpoint.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { GrantReport, GrantsRunning, grantExample } from './grant-report.ts';
import { runGrantsOnce, runGrantsOnceNeeds, runsOnce } from './run-grants-once.ts';

export const grantDailyCredits = defineEndpoint({
  id: 'grantDailyCredits',
  method: 'POST',
  path: '/api/v1/dev/grant-daily-credits',
  auth: 'operator',
  needs: runGrantsOnceNeeds,
  summary: 'Grant daily credits',
  description: `Grants daily credits to all active users: once per user and day, regardless of the amount and the number of runs. The report is also sent to the internal channel. ${runsOnce}`,
  body: z
    .object({
      credits_amount: z.int().min(1).max(1000).default(5).meta({ description: 'Credits per user.' }),
      dry_run: z.boolean().default(false).meta({ description: '`true` counts and grants nothing.' }),
    })
    .meta({ id: 'GrantDailyCreditsRequest' })
    .optional(),
  responses: { 200: GrantReport, 202: GrantsRunning },
  errors: [serviceErrors.idempotency_key_reused],
  example: { body: { credits_amount: 5 }, responses: grantExample('grant_daily_credits') },

  handle: ({ body, ...caller }, deps) =>
    runGrantsOnce('grant_daily_credits', { creditsAmount: body?.credits_amount, dryRun: body?.dry_run }, caller, deps),
});
