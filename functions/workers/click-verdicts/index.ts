import { depsOf } from '#shared/aws/deps-of.ts';
import { verdictsQueue } from '#shared/traffic/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { decide } from './decide.ts';
import { needs } from './needs.ts';

export const handler = queueWorker(verdictsQueue, () => depsOf(needs), decide);
