import * as z from 'zod';
import type { SentEvents } from '#shared/http/openapi-webhooks.ts';
import { webhookEventData } from '#shared/messages/webhook-event-data.ts';
import { type WebhookEventType, webhookEventTypes } from '#shared/messages/webhook-event-types.ts';
import { eventIdOf } from '#shared/webhooks/rules/event.ts';
import { sampleEvent } from '#shared/webhooks/rules/sample-event.ts';

const texts: Record<WebhookEventType, readonly [summary: string, description: string]> = {
  'conversion.attributed': [
    'A conversion was attributed',
    'an event was accepted and an ad click earned it.',
  ],
  'conversion.matched_late': [
    'A conversion was attributed later',
    'a click earned an event after the event was accepted.',
  ],
  'conversion.conflict': [
    'An event ID was sent again with other content',
    'an `event_id` was sent again with another type, value, currency or click.',
  ],
  'key.exposed': ['A secret key was used from a web page', 'a web page sent a secret key. Replace the key.'],
  'report.ready': ['A daily report is ready', 'the daily report of your assistant ads is made.'],
  'credits.low': ['The credit balance is low', 'spending took the balance to the threshold, or to zero.'],
  'spend.stopped': [
    'The spend of an ad account stopped',
    'an ad account with spend on each of seven days has none on a later complete day of its newest import or download. Sent once until spend returns.',
  ],
  'reconciliation.coverage_low': [
    'Many orders of the shop are missing',
    'a file of at least 20 orders has a coverage under your bound: too few of its orders arrived as events. Sent once for each reconciliation.',
  ],
  'discovery.completed': ['A discovery is done', 'a discovery of competitors is done.'],
};

const at = Date.parse('2026-11-21T09:30:02.120Z');

export const sentEvents: SentEvents = Object.fromEntries(
  webhookEventTypes.map((type) => {
    const [summary, description] = texts[type];
    const name = type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
    const sample = sampleEvent(type, { accountId: 1, environment: 'live', now: at });
    const { data } = sample;
    const example = { type, timestamp: sample.at, id: eventIdOf(sample), environment: 'live', data };
    return [type, { name, summary, description, schema: bodyOf(type), example }];
  }),
);

function bodyOf(type: WebhookEventType) {
  return z.object({
    type: z.literal(type).meta({ description: 'Type of the event.' }),
    timestamp: z.iso.datetime().meta({ description: 'When it happened.' }),
    id: z.string().meta({ description: 'Id of the event, as in `webhook-id`.' }),
    environment: z.enum(['live', 'test']),
    test: z
      .literal(true)
      .optional()
      .meta({ description: 'Only for events that `testWebhookEndpoint` sends.' }),
    data: webhookEventData[type].meta({ description: 'What happened.' }),
  });
}
