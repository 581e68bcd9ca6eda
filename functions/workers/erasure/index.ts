import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueErasure } from './continue-erasure.ts';
import { makeDeps } from './deps.ts';

export const handler = queueWorker('erasure', () => makeDeps(), continueErasure);
