import { erasureQueue } from '#shared/event-log/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueErasure } from './continue-erasure.ts';
import { makeDeps } from './deps.ts';

export const handler = queueWorker(erasureQueue, () => makeDeps(), continueErasure);
