import { depsOf } from '#shared/aws/deps-of.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueErasure } from './continue-erasure.ts';
import { needs } from './needs.ts';

export const handler = queueWorker('erasure', () => depsOf(needs), continueErasure);
