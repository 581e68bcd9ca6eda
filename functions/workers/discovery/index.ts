import { discoveryQueue } from '#shared/competitors/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { makeDeps } from './deps.ts';
import { workOnSiteTask } from './work-on-site-task.ts';

export const handler = queueWorker(discoveryQueue, () => makeDeps(), workOnSiteTask);
