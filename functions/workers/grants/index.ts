import { depsOf } from '#shared/aws/deps-of.ts';
import { grantNeeds } from '#shared/credits/grants/needs.ts';
import { grantsQueue } from '#shared/credits/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueGrants } from './continue-grants.ts';

export const handler = queueWorker(grantsQueue, () => depsOf(grantNeeds), continueGrants);
