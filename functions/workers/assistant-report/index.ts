import { depsOf } from '#shared/aws/deps-of.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { needs } from './needs.ts';
import { workOnReport } from './work-on-report.ts';

export const handler = queueWorker('assistant_report', () => depsOf(needs), workOnReport);
