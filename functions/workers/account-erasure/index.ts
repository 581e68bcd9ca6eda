import { depsOf } from '#shared/aws/deps-of.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueAccountErasure } from './continue-account-erasure.ts';
import { needs } from './needs.ts';

export const handler = queueWorker('account_erasure', () => depsOf(needs), continueAccountErasure);
