import * as z from 'zod';
import { WebhookWork } from '#shared/messages/effects.ts';
import { accountIdField } from '#shared/messages/owner-fields.ts';
import type { Queue } from '#shared/messages/queue.ts';

export const webhooksQueue = {
  name: 'webhooks',
  message: z.object({ account_id: accountIdField, endpoint_id: z.string(), work: WebhookWork }),
  function: 'webhook-deliveries',
  timeoutSeconds: 60,
  // Each message is a batch, so a slow endpoint delays no other endpoint.
  batchSize: 1,
  maxConcurrency: 100,
  // A delivery retries an endpoint's failures itself.
  maxReceives: 30,
  retrySeconds: [5, 300],
} as const satisfies Queue;
