import * as z from 'zod';
import { sampleEvent } from '#shared/registry/sample-event.ts';
import { webhookEventTypes } from '#shared/registry/webhook-events.ts';
import { type Delivery, deliveryIdOf } from '#shared/webhooks/rules/delivery.ts';
import { disabledReasons, type WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import { eventIdOf } from '#shared/webhooks/rules/event.ts';

export const EventTypes = z.array(z.enum(webhookEventTypes)).max(webhookEventTypes.length);
export const EndpointId = z.object({ id: z.string().max(100) });
export const WebhookEnvironment = z.enum(['live', 'test']);

export const WebhookEndpointRecord = z
  .object({
    id: z.string(),
    url: z.string(),
    description: z.string(),
    environment: WebhookEnvironment.meta({ description: 'Which events it gets: live or test.' }),
    events: EventTypes.meta({ description: 'Types of events that it gets; an empty list: all.' }),
    status: z.enum(['enabled', 'disabled']),
    disabled_reason: z.enum(disabledReasons).nullable().meta({
      description:
        '`failing`: every delivery failed for a day. `gone`: it returned 410. `owner`: you disabled it. `recovered`: the account was recovered and someone else may have created the endpoint. `suspended`: the account was deleted or closed; the endpoint is enabled again when the account is restored.',
    }),
    disabled_at: z.iso.datetime().nullable().meta({ description: 'When it was disabled.' }),
    failing_since: z.iso.datetime().nullable().meta({
      description: 'Since when no delivery has succeeded; `null` if the last one did.',
    }),
    created_at: z.iso.datetime(),
    rotated_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WebhookEndpoint' });

export const endpointRecordOf = (endpoint: WebhookEndpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  environment: endpoint.environment,
  events: [...endpoint.events],
  status: endpoint.status,
  disabled_reason: endpoint.disabledReason ?? null,
  disabled_at: endpoint.disabledAt ?? null,
  failing_since: endpoint.failingSince ?? null,
  created_at: endpoint.createdAt,
  rotated_at: endpoint.rotatedAt ?? null,
});

export const NewWebhookEndpoint = WebhookEndpointRecord.extend({
  secret: z.string().meta({ description: 'The signing secret. Keep it: it is not shown again.' }),
}).meta({ id: 'NewWebhookEndpoint' });

export const exampleEndpoint = {
  id: 'whe_3vJm8Q2dLr6sTn0pXc5yBk',
  url: 'https://shop.example.com/hooks/adtrail',
  description: 'Shop back end',
  environment: 'live' as const,
  events: ['conversion.attributed' as const, 'conversion.matched_late' as const],
  status: 'enabled' as const,
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  created_at: '2026-11-21T09:30:00.000Z',
  rotated_at: null,
};

export const DeliveryStatus = z.enum(['pending', 'delivered', 'failed', 'held']).meta({
  description: '`pending`: not delivered yet. `failed`: every attempt failed. `held`: the endpoint was disabled when the event happened.',
});

export const WebhookDelivery = z
  .object({
    id: z.string(),
    event_id: z.string().meta({ description: 'The header `webhook-id`: the same at every attempt.' }),
    event_type: z.enum(webhookEventTypes),
    status: DeliveryStatus,
    attempts: z.int().meta({ description: 'Failed attempts since the event, or since its last replay.' }),
    payload: z.string().meta({ description: 'The body as it is sent: JSON.' }),
    last_attempt: z
      .object({
        at: z.iso.datetime(),
        status: z.int().nullable().meta({ description: 'HTTP status; `null` if there was no response.' }),
        error: z
          .enum(['address_refused', 'no_such_host', 'no_answer', 'timeout', 'broken'])
          .nullable()
          .meta({ description: 'Why there was no response.' }),
        body: z.string().meta({ description: 'The first KB of the response.' }),
        duration_ms: z.int().meta({ description: 'Milliseconds until the response.' }),
      })
      .nullable()
      .meta({ description: 'The latest response of your server; `null` before the first attempt.' }),
    happened_at: z.iso.datetime().meta({ description: 'When the event happened.' }),
    delivered_at: z.iso.datetime().nullable().meta({ description: 'When your server answered 2xx.' }),
    next_attempt_at: z.iso.datetime().nullable().meta({
      description:
        'When it is sent next, at the earliest: after a failure, or because the endpoint fails or the account has used up its deliveries per minute. `null` if it waits for nothing.',
    }),
  })
  .meta({ id: 'WebhookDelivery' });

export function deliveryRecordOf(delivery: Delivery): z.input<typeof WebhookDelivery> {
  const { lastAttempt, deliveredAt = null, nextAttemptAt = null } = delivery;
  return {
    id: deliveryIdOf(delivery),
    event_id: delivery.eventId,
    event_type: delivery.type,
    status: delivery.status,
    attempts: delivery.attempts,
    payload: delivery.payload,
    last_attempt: lastAttempt
      ? {
          at: lastAttempt.at,
          status: lastAttempt.status ?? null,
          error: lastAttempt.error ?? null,
          body: lastAttempt.body,
          duration_ms: lastAttempt.milliseconds,
        }
      : null,
    happened_at: delivery.at,
    delivered_at: deliveredAt,
    next_attempt_at: nextAttemptAt,
  };
}

const sample = sampleEvent('conversion.attributed', { accountId: 1, environment: 'live', now: 0 });

export const exampleDelivery: z.input<typeof WebhookDelivery> = {
  id: `20261121T093002120Z_${eventIdOf(sample)}`,
  event_id: eventIdOf(sample),
  event_type: 'conversion.attributed',
  status: 'pending',
  attempts: 1,
  payload: JSON.stringify({
    type: 'conversion.attributed',
    timestamp: '2026-11-21T09:30:02.120Z',
    id: eventIdOf(sample),
    environment: 'live',
    data: sample.data,
  }),
  last_attempt: {
    at: '2026-11-21T09:30:03.002Z',
    status: 503,
    error: null,
    body: 'Service Unavailable',
    duration_ms: 84,
  },
  happened_at: '2026-11-21T09:30:02.120Z',
  delivered_at: null,
  next_attempt_at: '2026-11-21T09:30:08.040Z',
};
