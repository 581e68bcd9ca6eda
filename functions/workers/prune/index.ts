import { depsOf } from '#shared/aws/deps-of.ts';
import { pruneQueue } from '#shared/backup/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continuePrune } from './continue-prune.ts';
import { needs } from './needs.ts';

export const handler = queueWorker(pruneQueue, () => depsOf(needs), continuePrune);
