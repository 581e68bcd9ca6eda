import { beginReports } from '#shared/assistant-ads/begin-reports.ts';
import { makeAssistantAdsDeps } from '#shared/assistant-ads/report-deps.ts';
import { job } from '#shared/worker/job.ts';

export const handler = job('assistant-ads', () => makeAssistantAdsDeps(), beginReports);
