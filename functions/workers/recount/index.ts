import { depsOf } from '#shared/aws/deps-of.ts';
import { recountQueue } from '#shared/event-log/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueRecount } from './continue-recount.ts';
import { needs } from './needs.ts';

export const handler = queueWorker(recountQueue, () => depsOf(needs), continueRecount);
