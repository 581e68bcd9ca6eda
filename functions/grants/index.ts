import { makeGrantDeps } from '#shared/make-deps/grants.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueGrants } from './continue-grants.ts';

export const handler = queueWorker('grants', () => makeGrantDeps(), continueGrants);
