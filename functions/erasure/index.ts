import { makeErasureDeps } from '#shared/make-deps.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueErasure } from './continue-erasure.ts';

export const handler = queueWorker('erasure', () => makeErasureDeps(), continueErasure);
