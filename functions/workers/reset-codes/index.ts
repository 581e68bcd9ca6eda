import { resetCodesQueue } from '#shared/accounts/queues.ts';
import { depsOf } from '#shared/aws/deps-of.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { needs } from './needs.ts';
import { workOnMessage } from './work-on-message.ts';

export const handler = queueWorker(resetCodesQueue, () => depsOf(needs), workOnMessage);
