import * as z from 'zod';
import { billingRecords } from '#shared/billing/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { keyCursor } from '#shared/http/page-cursor.ts';
import { received } from '#shared/operators/needs.ts';

const place = keyCursor(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z#in_\w{22}$/);

export const listReceivedWebhooks = defineEndpoint({
  id: 'listReceivedWebhooks',
  method: 'GET',
  path: '/api/v1/dev/webhooks',
  auth: 'operator',
  needs: { billingRecords, received },
  summary: 'List received webhooks',
  description:
    'Returns the webhooks of the payment processor and the licence partner of the last 90 days with their outcome, newest first. A billing event that is not settled can be taken again.',
  query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(20), cursor: place.field }),
  responses: {
    200: z
      .object({
        webhooks: z
          .array(
            z.object({
              id: z.string(),
              at: z.iso.datetime(),
              source: z.enum(['billing', 'partner']).meta({ description: 'Who sent the webhook.' }),
              event_id: z.string().meta({
                description: "The processor's id of the event; of the partner the licence key.",
              }),
              type: z.string().meta({ description: 'Kind of the record.' }),
              outcome: z.string().meta({ description: 'Its outcome on receipt.' }),
              duplicate: z.boolean().meta({ description: 'Whether it was settled before.' }),
              can_be_taken_again: z.boolean().meta({
                description: 'Whether the event is not settled by now.',
              }),
              user_id: z.int().nullable().meta({ description: 'The user that it was about, if known.' }),
            }),
          )
          .meta({ description: 'The webhooks, newest first.' }),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'ReceivedWebhooks' }),
  },
  example: {
    responses: {
      200: {
        webhooks: [
          {
            id: 'in_4fTq0ZkJ8vW2nRxLmP7aBc',
            at: '2026-11-21T09:30:00.000Z',
            source: 'billing',
            event_id: 'evt_1RkQ2bKcTn',
            type: 'invoice.payment_succeeded',
            outcome: 'unknown_price',
            duplicate: false,
            can_be_taken_again: true,
            user_id: null,
          },
        ],
        next_cursor: null,
      },
    },
  },

  async handle({ query: { limit, cursor } }, { received, billingRecords }) {
    const { webhooks, next } = await received.page({ before: cursor, limit });
    const events = await Promise.all(webhooks.map(({ source, eventId }) => (source === 'billing' ? billingRecords.event(eventId) : null)));
    return ok({
      webhooks: webhooks.map(({ id, at, source, eventId, type, outcome, isDuplicate }, index) => ({
        id,
        at,
        source,
        event_id: eventId,
        type,
        outcome,
        duplicate: isDuplicate,
        can_be_taken_again: events[index]?.isSettled === false,
        user_id: events[index]?.userId ?? null,
      })),
      next_cursor: next && place.textOf(next),
    });
  },
});
