import { verdictsQueue } from '#shared/traffic/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { decide } from './decide.ts';
import { makeDeps } from './deps.ts';

export const handler = queueWorker(verdictsQueue, () => makeDeps(), decide);
