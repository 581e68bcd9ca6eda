import { recountQueue } from '#shared/event-log/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueRecount } from './continue-recount.ts';
import { makeDeps } from './deps.ts';

export const handler = queueWorker(recountQueue, () => makeDeps(), continueRecount);
