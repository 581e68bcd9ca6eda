import { noticesQueue } from '#shared/notifications/queues.ts';
import { queueBatchWorker } from '#shared/worker/queue-batch-worker.ts';
import { makeDeps } from './deps.ts';
import { postNotices } from './post-notices.ts';

export const handler = queueBatchWorker(noticesQueue, () => makeDeps(), postNotices);
