import { makeGrantDeps } from '#shared/credits/grants/grant-deps.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueGrants } from './continue-grants.ts';

export const handler = queueWorker('grants', () => makeGrantDeps(), continueGrants);
