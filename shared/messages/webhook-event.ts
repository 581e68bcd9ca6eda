import type { EffectOf } from './effects.ts';
import type { WebhookEventType } from './webhook-event-types.ts';

type Happened = {
  accountId: number;
  environment?: 'live' | 'test';
  /** When it happened, ISO 8601 UTC. */
  at: string;
  data: Record<string, unknown>;
};

/** An event for the webhooks of an account. `source` names what happened, permanently: the same source is the same event. */
export const webhookEvent = (
  type: WebhookEventType,
  source: string,
  { accountId, environment = 'live', at, data }: Happened,
): EffectOf<'webhook_event'> => ({
  kind: 'webhook_event',
  id: `${type}#${source}`,
  type,
  account_id: accountId,
  environment,
  at,
  data,
});
