import { startReportNeeds } from '#shared/assistant-ads/needs.ts';
import { startReports } from '#shared/assistant-ads/start-reports.ts';
import { depsOf } from '#shared/aws/deps-of.ts';
import { job } from '#shared/worker/job.ts';

export const handler = job('assistant-ads', () => depsOf(startReportNeeds), startReports);
