import { depsOf } from '#shared/aws/deps-of.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continuePrune } from './continue-prune.ts';
import { needs } from './needs.ts';

export const handler = queueWorker('prune', () => depsOf(needs), continuePrune);
