import * as z from 'zod';
import { withLaneTime } from '#shared/deliveries/rules/lane.ts';
import { matchedEvents } from '#shared/event-log/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { keyCursor } from '#shared/http/page-cursor.ts';
import { webhookEventTypes } from '#shared/registry/webhook-events.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { countMissed, maxCounted } from '#shared/webhooks/missed-deliveries.ts';
import { webhookDeliveries, webhookEndpoints } from '#shared/webhooks/needs.ts';
import type { Delivery } from '#shared/webhooks/rules/delivery.ts';
import { deliveryDays } from '#shared/webhooks/rules/limits.ts';
import { DeliveryStatus, deliveryRecordOf, EndpointId, exampleDelivery, exampleEndpoint, WebhookDelivery } from './webhook-schema.ts';

const place = keyCursor(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z#evt_[0-9a-f]{32}$/);

export const listWebhookDeliveries = defineEndpoint({
  id: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/v1/webhook-endpoints/{id}/deliveries',
  auth: 'user',
  needs: { matchedEvents, webhookDeliveries, webhookEndpoints },
  summary: 'List deliveries of a webhook endpoint',
  description:
    `Returns events of the last ${deliveryDays} days with their payloads and the latest responses of your server, newest first. With a filter a page can be short ` +
    'or empty: the list ends where `next_cursor` is null.',
  params: EndpointId,
  query: z.object({
    status: z
      .union([DeliveryStatus, z.literal('undelivered')])
      .optional()
      .meta({
        description: 'Return only deliveries with this status; `undelivered`: all that were not delivered.',
      }),
    event_type: z.enum(webhookEventTypes).optional().meta({ description: 'Return only events of this type.' }),
    limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: 'Deliveries in a page.' }),
    cursor: place.field,
  }),
  responses: {
    200: z
      .object({
        deliveries: z.array(WebhookDelivery).meta({ description: 'Newest first.' }),
        next_cursor: z.string().nullable(),
        waiting: z
          .object({
            since: z.iso.datetime().meta({ description: 'Time of the first of these events.' }),
            events: z.int().meta({ description: `Number of these events, counted up to ${maxCounted.toLocaleString('en-US')}.` }),
          })
          .nullable()
          .meta({
            description:
              'Events `conversion.attributed` that wait in the event log and have no delivery yet, because the endpoint keeps failing. ' +
              'When it answers, they are sent in order. `null` if there are none, and on further pages.',
          }),
      })
      .meta({ id: 'WebhookDeliveries' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    params: { id: exampleEndpoint.id },
    query: { status: 'undelivered' },
    responses: { 200: { deliveries: [exampleDelivery], next_cursor: null, waiting: null } },
  },

  async handle({ params: { id }, query, actor: { accountId } }, { matchedEvents, webhookEndpoints, webhookDeliveries, now }) {
    const endpoint = await webhookEndpoints.find(accountId, id);
    if (!endpoint) throw fail(serviceErrors.not_found);
    const { status, event_type, limit, cursor } = query;
    const matches = (delivery: Delivery) =>
      (event_type === undefined || delivery.type === event_type) &&
      (status === undefined || (status === 'undelivered' ? delivery.status !== 'delivered' : delivery.status === status));
    const { deliveries, next } = await webhookDeliveries.page(
      { accountId, id },
      { before: cursor, limit, ...((status ?? event_type) && { wanted: matches }) },
    );
    const isoNow = new Date(now()).toISOString();
    return ok({
      deliveries: deliveries.map((delivery) => deliveryRecordOf(withLaneTime(delivery, endpoint, isoNow))),
      next_cursor: next === null ? null : place.textOf(next),
      waiting: cursor === undefined ? await countMissed(endpoint, { matchedEvents, now }) : null,
    });
  },
});
