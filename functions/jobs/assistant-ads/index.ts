import { makeAssistantAdsDeps } from '#shared/assistant-ads/report-deps.ts';
import { startReports } from '#shared/assistant-ads/start-reports.ts';
import { job } from '#shared/worker/job.ts';

export const handler = job('assistant-ads', () => makeAssistantAdsDeps(), startReports);
