import type { Attempt as AnyAttempt, Delivery as AnyDelivery } from '#shared/deliveries/rules/delivery.ts';
import type { WebhookEventType } from '#shared/messages/webhook-event-types.ts';
import { days } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { eventIdOf, payloadOf, type WebhookEvent } from './event.ts';
import { deliveryDays } from './limits.ts';

export const retentionMs = days(deliveryDays);

export type Attempt = AnyAttempt & {
  status?: number;
  error?: 'address_refused' | 'no_such_host' | 'no_answer' | 'timeout' | 'broken';
  body: string;
};

/** `eventId` is the header `webhook-id`. */
export type Delivery = AnyDelivery<Attempt> & {
  accountId: AccountId;
  endpointId: string;
  type: WebhookEventType;
  payload: string;
};

export const deliveryOf = (event: WebhookEvent, endpoint: Pick<WebhookEndpoint, 'accountId' | 'id' | 'status'>): Delivery => ({
  accountId: endpoint.accountId,
  endpointId: endpoint.id,
  eventId: eventIdOf(event),
  type: event.type,
  at: event.at,
  payload: payloadOf(event),
  status: endpoint.status === 'disabled' ? 'held' : 'pending',
  attempts: 0,
});

export const deliveryIdOf = ({ at, eventId }: Pick<Delivery, 'at' | 'eventId'>) => `${at.replace(/[-:.]/g, '')}_${eventId}`;

export function placeOfId(id: string): string | null {
  const [, y, mo, d, h, mi, s, ms, eventId] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z_(evt_[0-9a-f]{32})$/.exec(id) ?? [];
  return eventId ? `${y}-${mo}-${d}T${h}:${mi}:${s}.${ms}Z#${eventId}` : null;
}

export const isSuccess = ({ status = 0 }: Attempt) => status >= 200 && status < 300;
