import * as z from 'zod';
import { conversionAnswer, matchedExample, unmatchedExample } from '#functions/api/conversion-answer.ts';
import { activity } from '#shared/activity/activity.ts';
import { activityLog } from '#shared/activity/needs.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { conversionErrors } from '#shared/conversions/errors.ts';
import { accountSettings, clicks, conversions, identities } from '#shared/conversions/needs.ts';
import { eventLogErrors } from '#shared/event-log/errors.ts';
import { parsedPayload } from '#shared/event-log/kept-payload.ts';
import { eventLog } from '#shared/event-log/needs.ts';
import { replayed } from '#shared/event-log/replayed.ts';
import { maxKeptBytes, replayableDays } from '#shared/event-log/rules/limits.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

export const replayEvent = defineEndpoint({
  id: 'replayEvent',
  method: 'POST',
  path: '/api/v1/pixel/events/{event_id}/replay',
  auth: 'user',
  needs: { accountSettings, activityLog, clicks, conversions, eventLog, identities, keys },
  unknownFields: 'refused',
  summary: 'Replay a rejected event',
  description: `Sends the event again as if the same key sent it now: with the same checks, click and response as \`sendConversion\`. The content of a rejected event is kept for ${replayableDays} days, without personal data, up to ${maxKeptBytes / 1024} KB. A second replay is a retry like any other: it returns \`duplicate: true\` and counts nothing. \`not_replayable\` (409) means that the event was accepted, its content is no longer stored, or the key that sent it is no longer valid.`,
  params: z.object({
    event_id: z.string().max(512).meta({ description: "The entry's `id` in the event log, not the `event_id`." }),
  }),
  body: z
    .object({
      event: z.record(z.string(), z.unknown()).nullish().meta({
        description: 'Fields of a conversion event that replace those that were sent.',
      }),
    })
    .optional()
    .meta({ id: 'ReplayRequest' }),
  ...conversionAnswer,
  errors: [
    serviceErrors.not_found,
    eventLogErrors.not_replayable,
    conversionErrors.click_id_out_of_scope,
    conversionErrors.properties_too_large,
  ],
  example: {
    params: { event_id: 'live.1795253401000.r_9KdTq0ZkJ8vW2nRxLmP7aB' },
    body: { event: { event_id: 'order_created:10017' } },
    responses: { 200: matchedExample('order_created:10017'), 202: unmatchedExample('order_created:10017') },
  },

  async handle({ params, body, actor, requestId }, deps) {
    const entry = await deps.eventLog.byLogId(actor.accountId, params.event_id);
    if (!entry) throw fail(serviceErrors.not_found);
    const payload = await deps.eventLog.payloadOf(entry);
    if (payload === null) throw fail(eventLogErrors.not_replayable);
    const caller = await deps.keys.callerOf(actor.accountId, entry.keyId);
    if (!caller)
      throw fail(eventLogErrors.not_replayable, {
        detail: 'The key that sent this event is no longer valid.',
      });
    const { status, result } = await replayed(parsedPayload(payload), body?.event ?? {}, {
      caller,
      requestId,
      deps,
    });
    if (!result.validate_only) {
      await deps.eventLog.replayed(entry);
      const details = { key_id: entry.keyId, event_id: result.event_id };
      await deps.activityLog.note(await activity('event_sent', actor.accountId, details));
    }
    return reply(status, result);
  },
});
