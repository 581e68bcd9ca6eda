import { depsOf } from '#shared/aws/deps-of.ts';
import { noticesQueue } from '#shared/notifications/queues.ts';
import { queueBatchWorker } from '#shared/worker/queue-batch-worker.ts';
import { needs } from './needs.ts';
import { postNotices } from './post-notices.ts';

export const handler = queueBatchWorker(noticesQueue, () => depsOf(needs), postNotices);
