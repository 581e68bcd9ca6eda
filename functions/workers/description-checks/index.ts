import { descriptionChecksQueue } from '#shared/accounts/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { checkDescription } from './check-description.ts';
import { makeDeps } from './deps.ts';

export const handler = queueWorker(descriptionChecksQueue, () => makeDeps(), checkDescription);
