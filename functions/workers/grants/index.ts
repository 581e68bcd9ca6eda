import { makeGrantDeps } from '#shared/credits/grants/grant-deps.ts';
import { grantsQueue } from '#shared/credits/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueGrants } from './continue-grants.ts';

export const handler = queueWorker(grantsQueue, () => makeGrantDeps(), continueGrants);
