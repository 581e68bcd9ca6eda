import { mailEventsQueue } from '#shared/mail/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { makeDeps } from './deps.ts';
import { suppress } from './suppress.ts';

export const handler = queueWorker(mailEventsQueue, () => makeDeps(), suppress);
