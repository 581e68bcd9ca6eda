import { depsOf } from '#shared/aws/deps-of.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueRecount } from './continue-recount.ts';
import { needs } from './needs.ts';

export const handler = queueWorker('recount', () => depsOf(needs), continueRecount);
