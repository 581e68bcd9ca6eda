import type { AccountId } from '#shared/values/tenant.ts';
import type { EffectOf } from './effects.ts';
import type { WebhookData, WebhookEventType } from './webhook-event-types.ts';

type Happened<T extends WebhookEventType> = {
  accountId: AccountId;
  environment?: 'live' | 'test';
  /** The time is ISO 8601 UTC. */
  at: string;
  data: WebhookData<T>;
};

export const webhookEvent = <T extends WebhookEventType>(
  type: T,
  source: string,
  { accountId, environment = 'live', at, data }: Happened<T>,
): EffectOf<'webhook_event'> => ({
  kind: 'webhook_event',
  id: `${type}#${source}`,
  type,
  account_id: accountId,
  environment,
  at,
  data,
});
