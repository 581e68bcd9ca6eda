import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { WebhookEventType } from '#shared/messages/webhook-event-types.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type WebhookEvent = {
  source: string;
  type: WebhookEventType;
  accountId: AccountId;
  environment: Environment;
  /** The time is ISO 8601 UTC with milliseconds. */
  at: string;
  data: Record<string, unknown>;
  isTest?: true;
  /** The event log has the event, so that the delivery can be made of it later. */
  isInLog?: boolean;
};

export const eventIdOf = ({ source, accountId }: Pick<WebhookEvent, 'source' | 'accountId'>) =>
  `evt_${sha256(`${accountId} ${source}`).slice(0, 32)}`;

export const payloadOf = (event: WebhookEvent): string =>
  JSON.stringify({
    type: event.type,
    timestamp: event.at,
    id: eventIdOf(event),
    environment: event.environment,
    ...(event.isTest && { test: true }),
    data: event.data,
  });
