import { makeErasureDeps } from '#shared/make-deps/workers.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueErasure } from './continue-erasure.ts';

export const handler = queueWorker('erasure', () => makeErasureDeps(), continueErasure);
