import { depsOf } from '#shared/aws/deps-of.ts';
import { erasureQueue } from '#shared/event-log/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueErasure } from './continue-erasure.ts';
import { needs } from './needs.ts';

export const handler = queueWorker(erasureQueue, () => depsOf(needs), continueErasure);
