import { makeAccountErasureDeps } from '#shared/make-deps/account-erasure.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueAccountErasure } from './continue-account-erasure.ts';

export const handler = queueWorker('account_erasure', () => makeAccountErasureDeps(), continueAccountErasure);
