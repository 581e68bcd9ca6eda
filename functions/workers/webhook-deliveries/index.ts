import { webhooksQueue } from '#shared/webhooks/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { makeDeps } from './deps.ts';
import { workOnWebhook } from './work-on-webhook.ts';

export const handler = queueWorker(webhooksQueue, () => makeDeps(), workOnWebhook);
