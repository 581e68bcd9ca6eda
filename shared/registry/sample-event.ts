import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { WebhookEventType } from '#shared/messages/webhook-event-types.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { WebhookEvent } from '#shared/webhooks/rules/event.ts';
import { webhookSamples } from './webhook-events.ts';

export const sampleEvent = (
  type: WebhookEventType,
  { accountId, environment, now, nonce = '' }: { accountId: AccountId; environment: Environment; now: number; nonce?: string },
): WebhookEvent => ({
  source: `test#${type}#${now}#${nonce}`,
  type,
  accountId,
  environment,
  at: new Date(now).toISOString(),
  data: webhookSamples()[type],
  isTest: true,
});
