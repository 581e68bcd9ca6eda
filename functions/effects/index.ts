import { makeWorkerDeps } from '#shared/make-deps/workers.ts';
import { deliver } from '#shared/outbox/deliver.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';

export const handler = queueWorker(
  'effects',
  () => makeWorkerDeps(),
  ({ effect }, deps) => deliver(effect, deps),
);
