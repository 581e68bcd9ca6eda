import { assistantReportQueue } from '#shared/assistant-ads/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { makeDeps } from './deps.ts';
import { workOnReport } from './work-on-report.ts';

export const handler = queueWorker(assistantReportQueue, () => makeDeps(), workOnReport);
