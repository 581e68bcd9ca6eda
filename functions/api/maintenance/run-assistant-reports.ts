import * as z from 'zod';
import { beginReports } from '#shared/assistant-ads/begin-reports.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import type { Deps } from './deps.ts';

export const runAssistantReports = defineEndpoint<Deps>()({
  id: 'runAssistantReports',
  method: 'POST',
  path: '/api/v1/dev/run-assistant-ads-reports',
  auth: 'operator',
  cors: 'none',
  summary: 'Start the daily reports of assistant ads',
  description:
    'Starts the daily reports of assistant ads. As the schedule does twice a day: each enabled ad account that has no report of the last day that is over in every time zone gets one begun. One that is on its way is not begun twice.',
  responses: {
    202: z
      .object({
        day: z.iso.date(),
        begun: z.int().meta({ description: 'Reports that were begun, or are on their way.' }),
        done: z.int().meta({ description: 'Accounts that have their report.' }),
        skipped: z.int().meta({ description: 'Accounts of users who are not active.' }),
      })
      .meta({ id: 'AssistantReportsRun' }),
  },
  answers: {
    202: 'The reports run in the background.',
  },
  example: { responses: { 202: { day: '2026-11-20', begun: 2, done: 1, skipped: 0 } } },

  async handle({ actor: { by } }, deps) {
    // First, so that nothing is begun that nobody ordered.
    await deps.audit.record({ actor: by, action: 'run_assistant_reports', userId: null });
    const scheduledAt = new Date(deps.now()).toISOString();
    return reply(202, await beginReports({ scheduledAt }, deps.assistantReports));
  },
});
