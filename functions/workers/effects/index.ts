import { deliver } from '#shared/outbox/deliver.ts';
import { makeWorkerDeps } from '#shared/outbox/worker-deps.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';

export const handler = queueWorker(
  'effects',
  () => makeWorkerDeps(),
  ({ effect }, deps) => deliver(effect, deps),
);
