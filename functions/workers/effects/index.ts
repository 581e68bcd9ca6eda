import { deliver } from '#shared/outbox/deliver.ts';
import { effectsQueue } from '#shared/outbox/queues.ts';
import { makeWorkerDeps } from '#shared/outbox/worker-deps.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';

export const handler = queueWorker(
  effectsQueue,
  () => makeWorkerDeps(),
  ({ effect }, deps) => deliver(effect, deps),
);
