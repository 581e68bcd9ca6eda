import { makeNoticeDeps } from '#shared/make-deps/notices.ts';
import { queueBatchWorker } from '#shared/worker/queue-batch-worker.ts';
import { postNotices } from './post-notices.ts';

export const handler = queueBatchWorker('notices', () => makeNoticeDeps(), postNotices);
