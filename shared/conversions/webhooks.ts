import * as z from 'zod';
import type { SamplesOf, SchemasOf, WebhookInputs, WebhookWords } from '#shared/messages/webhook-event-types.ts';

export const types = ['conversion.attributed', 'conversion.matched_late', 'conversion.conflict'] as const;

const decimal = () => z.string().meta({ description: 'Exact decimal.' });

const order = () => ({
  event_id: z.string(),
  event_type: z.string(),
  value: decimal(),
  currency: z.string(),
  occurred_at: z.iso.datetime(),
  received_at: z.iso.datetime(),
  campaign: z.string().optional(),
  ad_group: z.string().optional(),
  ad_id: z.string().optional(),
  clicked_at: z.iso.datetime().optional().meta({ description: 'When the ad was clicked.' }),
  pixel_key: z.string().optional(),
  matched_by: z.literal('external_user_id').optional().meta({
    description: 'Only if the click was found by the user of the event and not by its click ID.',
  }),
  counted: z.boolean().meta({ description: 'Whether the event is in the conversion totals.' }),
});
const countedEvent = () => z.object({ event_type: z.string(), value: decimal(), currency: z.string() });

export const data = () =>
  ({
    'conversion.attributed': z.object(order()),
    'conversion.matched_late': z.object({
      ...order(),
      matched_at: z.iso.datetime().meta({ description: 'When the click was found.' }),
      reason: z.string().optional().meta({ description: 'Why the event had no click before.' }),
    }),
    'conversion.conflict': z.object({
      event_id: z.string(),
      fields: z.array(z.string()).meta({ description: 'Fields that differ.' }),
      accepted: countedEvent().meta({ description: 'What is stored.' }),
      sent: countedEvent().meta({ description: 'What was sent again, and was not stored.' }),
      stored_as: z.string().optional().meta({
        description: 'The `event_id` under which the second event was stored, if it was.',
      }),
      key_id: z.string().meta({ description: 'Key that sent it.' }),
    }),
  }) satisfies SchemasOf<typeof types>;

const orderSample = {
  event_id: 'order_created:10017',
  event_type: 'order_created',
  value: '25.99',
  currency: 'USD',
  occurred_at: '2026-11-21T09:30:00.000Z',
  received_at: '2026-11-21T09:30:02.120Z',
  campaign: 'spring_sale',
  ad_group: 'running_shoes',
  ad_id: 'ad_7',
  clicked_at: '2026-11-20T18:02:41.000Z',
  pixel_key: 'pk_live_EXAMPLE',
  counted: true,
};

export const samples = (): SamplesOf<typeof data> => ({
  'conversion.attributed': orderSample,
  'conversion.matched_late': {
    ...orderSample,
    matched_at: '2026-11-21T09:41:10.004Z',
    reason: 'unknown_svc_click_id',
  },
  'conversion.conflict': {
    event_id: '10017',
    fields: ['event_type', 'value'],
    accepted: { event_type: 'checkout_started', value: '0.00', currency: 'USD' },
    sent: { event_type: 'order_created', value: '25.99', currency: 'USD' },
    key_id: 'key_EXAMPLE',
  },
});

export const words: WebhookWords<typeof data> = {
  'conversion.attributed': ['A conversion was attributed', 'an event was accepted and an ad click earned it.'],
  'conversion.matched_late': ['A conversion was attributed later', 'a click earned an event after the event was accepted.'],
  'conversion.conflict': [
    'An event ID was sent again with other content',
    'an `event_id` was sent again with another type, value, currency or click.',
  ],
};

declare module '#shared/messages/webhook-event-types.ts' {
  interface WebhookEventData extends WebhookInputs<typeof data> {}
}
