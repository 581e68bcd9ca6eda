import { queueWorker } from '#shared/worker/queue-worker.ts';
import { makeDeps } from './deps.ts';
import { workOnWebhook } from './work-on-webhook.ts';

export const handler = queueWorker('webhooks', () => makeDeps(), workOnWebhook);
