import { makeRecountDeps } from '#shared/make-deps/recount.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueRecount } from './continue-recount.ts';

export const handler = queueWorker('recount', () => makeRecountDeps(), continueRecount);
