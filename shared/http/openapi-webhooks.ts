import type * as z from 'zod';
import type { Json } from './openapi-fields.ts';
import { nameOf, type schemaBook } from './openapi-schemas.ts';

export type SentEvents = Record<string, { name: string; summary: string; description: string; schema: z.ZodType; example: unknown }>;

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  example,
  schema: { type: 'string' },
});

export const webhookHeaders: Record<string, Json> = {
  WebhookId: header(
    'webhook-id',
    'Id of the event, the same at every attempt and after a replay. Remember it, since deliveries can come twice.',
    'evt_0f3c2d1e4b5a69788796a5b4c3d2e1f0',
  ),
  WebhookSignature: header(
    'webhook-signature',
    'One signature for each secret that signs now, separated by spaces: `v1,` and the base64 HMAC-SHA256 of ' +
      '`<webhook-id>.<webhook-timestamp>.<body>`.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'Time of the attempt in seconds since 1970. Refuse one that is older than five minutes.',
    '1795253402',
  ),
};

const answers: Json = {
  '2XX': { description: 'The event arrived. Respond within 10 seconds.' },
  default: {
    description: 'The event is sent again later, for about 28 hours. After 410 the endpoint is disabled.',
  },
};

export const webhookItem = (
  type: string,
  { name, summary, description, schema, example }: SentEvents[string],
  book: ReturnType<typeof schemaBook>,
): Json => ({
  post: {
    operationId: `receive${name}`,
    tags: ['webhook-endpoints'],
    summary,
    description: `\`${type}\`: ${description}`,
    security: [],
    parameters: Object.keys(webhookHeaders).map((header) => ({ $ref: `#/components/parameters/${header}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: book.ref(nameOf(schema, name), 'output'),
          examples: { example: { value: example } },
        },
      },
    },
    responses: answers,
  },
});
