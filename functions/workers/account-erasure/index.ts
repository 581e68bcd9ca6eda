import { accountErasureQueue } from '#shared/accounts/queues.ts';
import { depsOf } from '#shared/aws/deps-of.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueAccountErasure } from './continue-account-erasure.ts';
import { needs } from './needs.ts';

export const handler = queueWorker(accountErasureQueue, () => depsOf(needs), continueAccountErasure);
