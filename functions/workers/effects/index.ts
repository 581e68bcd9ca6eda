import { depsOf } from '#shared/aws/deps-of.ts';
import { deliver } from '#shared/outbox/deliver.ts';
import { effectNeeds } from '#shared/outbox/effect-needs.ts';
import { effectsQueue } from '#shared/outbox/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';

export const handler = queueWorker(
  effectsQueue,
  () => depsOf(effectNeeds),
  ({ effect }, deps) => deliver(effect, deps),
);
