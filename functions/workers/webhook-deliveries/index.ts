import { depsOf } from '#shared/aws/deps-of.ts';
import { webhooksQueue } from '#shared/webhooks/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { needs } from './needs.ts';
import { workOnWebhook } from './work-on-webhook.ts';

export const handler = queueWorker(webhooksQueue, () => depsOf(needs), workOnWebhook);
