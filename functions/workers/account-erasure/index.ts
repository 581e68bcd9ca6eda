import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueAccountErasure } from './continue-account-erasure.ts';
import { makeDeps } from './deps.ts';

export const handler = queueWorker('account_erasure', () => makeDeps(), continueAccountErasure);
