import * as z from 'zod';
import { assistantReports } from '#functions/api/operators/needs.ts';
import { startReports } from '#shared/assistant-ads/start-reports.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';

export const runAssistantReports = defineEndpoint({
  id: 'runAssistantReports',
  method: 'POST',
  path: '/api/v1/dev/run-assistant-ads-reports',
  auth: 'operator',
  needs: { assistantReports, audit },
  summary: 'Start the daily reports of assistant ads',
  description:
    'Starts the daily reports of assistant ads. Does the same as the schedule twice a day: starts a report for each enabled ad account that has none for the last day that has ended in every time zone. A running report is not started twice.',
  responses: {
    202: z
      .object({
        day: z.iso.date(),
        begun: z.int().meta({ description: 'Number of reports that were started or are running.' }),
        done: z.int().meta({ description: 'Number of accounts that already have their report.' }),
        skipped: z.int().meta({ description: 'Number of accounts of inactive users.' }),
      })
      .meta({ id: 'AssistantReportsRun' }),
  },
  answers: {
    202: 'The reports run in the background.',
  },
  example: { responses: { 202: { day: '2026-11-20', begun: 2, done: 1, skipped: 0 } } },

  async handle({ actor: { by } }, deps) {
    // Every run must have an audit entry.
    await deps.audit.record({ actor: by, action: 'run_assistant_reports', userId: null });
    const scheduledAt = new Date(deps.now()).toISOString();
    return reply(202, await startReports({ scheduledAt }, deps.assistantReports));
  },
});
