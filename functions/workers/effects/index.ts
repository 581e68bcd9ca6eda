import { depsOf } from '#shared/aws/deps-of.ts';
import { effectNeeds } from '#shared/outbox/effect-needs.ts';
import { effectsQueue } from '#shared/outbox/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { deliverEffect } from './deliver-effect.ts';

export const handler = queueWorker(effectsQueue, () => depsOf(effectNeeds), deliverEffect);
