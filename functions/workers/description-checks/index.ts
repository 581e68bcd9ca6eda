import { descriptionChecksQueue } from '#shared/accounts/queues.ts';
import { depsOf } from '#shared/aws/deps-of.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { checkDescription } from './check-description.ts';
import { needs } from './needs.ts';

export const handler = queueWorker(descriptionChecksQueue, () => depsOf(needs), checkDescription);
