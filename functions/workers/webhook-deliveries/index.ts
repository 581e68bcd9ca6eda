import { depsOf } from '#shared/aws/deps-of.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { needs } from './needs.ts';
import { workOnWebhook } from './work-on-webhook.ts';

export const handler = queueWorker('webhooks', () => depsOf(needs), workOnWebhook);
