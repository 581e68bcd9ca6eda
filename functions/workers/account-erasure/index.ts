import { accountErasureQueue } from '#shared/accounts/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueAccountErasure } from './continue-account-erasure.ts';
import { makeDeps } from './deps.ts';

export const handler = queueWorker(accountErasureQueue, () => makeDeps(), continueAccountErasure);
