import * as z from 'zod';
import type { SentEvents } from '#shared/http/openapi-webhooks.ts';
import type { WebhookEventType } from '#shared/messages/webhook-event-types.ts';
import { sampleEvent } from '#shared/registry/sample-event.ts';
import { webhookEventTypes, webhookSchemas, webhookWords } from '#shared/registry/webhook-events.ts';
import { eventIdOf } from '#shared/webhooks/rules/event.ts';

const schemas = webhookSchemas();
const words = webhookWords();
const at = Date.parse('2026-11-21T09:30:02.120Z');

export const sentEvents: SentEvents = Object.fromEntries(
  webhookEventTypes.map((type) => {
    const [summary, description] = words[type];
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
    test: z.literal(true).optional().meta({ description: 'Only for events that `testWebhookEndpoint` sends.' }),
    data: schemas[type].meta({ description: 'What happened.' }),
  });
}
