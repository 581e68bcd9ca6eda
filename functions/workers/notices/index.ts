import { queueBatchWorker } from '#shared/worker/queue-batch-worker.ts';
import { makeDeps } from './deps.ts';
import { postNotices } from './post-notices.ts';

export const handler = queueBatchWorker('notices', () => makeDeps(), postNotices);
