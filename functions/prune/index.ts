import { makePruneDeps } from '#shared/make-deps/maintenance-tasks.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continuePrune } from './continue-prune.ts';

export const handler = queueWorker('prune', () => makePruneDeps(), continuePrune);
