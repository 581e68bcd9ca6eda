import { depsOf } from '#shared/aws/deps-of.ts';
import { mailEventsQueue } from '#shared/mail/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { needs } from './needs.ts';
import { suppress } from './suppress.ts';

export const handler = queueWorker(mailEventsQueue, () => depsOf(needs), suppress);
