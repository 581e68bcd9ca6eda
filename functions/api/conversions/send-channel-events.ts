import * as z from 'zod';
import { defineEndpoint } from '#shared/http/endpoint.ts';
import { sendConversion } from './send-conversion.ts';

/** Clients of the channel append this path to a base URL, so that they change only their URL and key. */
export const sendChannelEvents = defineEndpoint({
  ...sendConversion,
  id: 'sendChannelEvents',
  path: '/api/v1/pixel/server-events/v1/{collection}',
  summary: 'Send conversions with a client whose path is fixed',
  description:
    'Same as `sendConversion`. Set the base URL of such a client to `…/api/v1/pixel/server-events`; it appends ' +
    '`/v1/events` or `/v1/conversions`. Every error also has `error.message`, which these clients read.',
  params: z.object({
    collection: z.enum(['events', 'conversions']).meta({ description: 'What the client appends.' }),
  }),
  errorObject: () => true,
  example: { ...sendConversion.example, params: { collection: 'events' as const } },
});
