import { depsOf } from '#shared/aws/deps-of.ts';
import { discoveryQueue } from '#shared/competitors/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { needs } from './needs.ts';
import { workOnSiteTask } from './work-on-site-task.ts';

export const handler = queueWorker(discoveryQueue, () => depsOf(needs), workOnSiteTask);
