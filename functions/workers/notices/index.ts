import { depsOf } from '#shared/aws/deps-of.ts';
import { queueBatchWorker } from '#shared/worker/queue-batch-worker.ts';
import { needs } from './needs.ts';
import { postNotices } from './post-notices.ts';

export const handler = queueBatchWorker('notices', () => depsOf(needs), postNotices);
