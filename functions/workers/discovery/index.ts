import { queueWorker } from '#shared/worker/queue-worker.ts';
import { makeDeps } from './deps.ts';
import { workOnDiscovery } from './work-on-site-task.ts';

export const handler = queueWorker('discovery', () => makeDeps(), workOnDiscovery);
