import { pruneQueue } from '#shared/backup/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continuePrune } from './continue-prune.ts';
import { makeDeps } from './deps.ts';

export const handler = queueWorker(pruneQueue, () => makeDeps(), continuePrune);
