import { queueWorker } from '#shared/worker/queue-worker.ts';
import { makeDeps } from './deps.ts';
import { workOnSiteTask } from './work-on-site-task.ts';

export const handler = queueWorker('discovery', () => makeDeps(), workOnSiteTask);
