import * as z from 'zod';
import { parsedPayload } from '#shared/event-log/kept-payload.ts';
import { eventLog } from '#shared/event-log/needs.ts';
import { maxKeptBytes, replayableDays } from '#shared/event-log/rules/limits.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

export const readSentEvent = defineEndpoint({
  id: 'readSentEvent',
  method: 'GET',
  path: '/api/v1/pixel/events/{event_id}/sent',
  auth: 'view',
  needs: { eventLog },
  summary: 'Retrieve the content of a rejected event',
  description: `Returns the fields of a rejected event as they were sent, by the names of the single form, without personal data. They are kept for ${replayableDays} days, up to ${maxKeptBytes / 1024} KB; after that, and for accepted events, the response is \`404\`.`,
  params: z.object({
    event_id: z.string().max(512).meta({ description: "The entry's `id` in the event log, not the `event_id`." }),
  }),
  responses: {
    200: z
      .object({
        fields: z.record(z.string(), z.unknown()).meta({ description: 'Fields of the conversion event.' }),
        has_external_user: z.boolean().meta({
          description: 'Whether the event named an `external_user_id`. Only a hash of it is stored.',
        }),
      })
      .meta({ id: 'SentEvent' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    params: { event_id: 'live.1795253401000.r_9KdTq0ZkJ8vW2nRxLmP7aB' },
    responses: {
      200: {
        fields: { event_type: 'order_created', value: '25.99', currency: 'USD' },
        has_external_user: false,
      },
    },
  },

  async handle({ params, actor }, { eventLog }) {
    const entry = await eventLog.byLogId(actor.accountId, params.event_id);
    const payload = entry && (await eventLog.payloadOf(entry));
    if (!payload) throw fail(serviceErrors.not_found);
    const { fields, externalUserHash } = parsedPayload(payload);
    return ok({ fields: shown(fields), has_external_user: externalUserHash !== undefined });
  },
});

/** Numbers are shown as the client wrote them; the external user ID is omitted. */
function shown({ external_user_id: _, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return fields;
}
