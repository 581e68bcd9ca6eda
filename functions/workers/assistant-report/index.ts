import { assistantReportQueue } from '#shared/assistant-ads/queues.ts';
import { depsOf } from '#shared/aws/deps-of.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { needs } from './needs.ts';
import { workOnReport } from './work-on-report.ts';

export const handler = queueWorker(assistantReportQueue, () => depsOf(needs), workOnReport);
