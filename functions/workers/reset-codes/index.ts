import { resetCodesQueue } from '#shared/accounts/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { makeDeps } from './deps.ts';
import { workOnMessage } from './work-on-message.ts';

export const handler = queueWorker(resetCodesQueue, () => makeDeps(), workOnMessage);
