import * as z from 'zod';
import { conversionAnswer, matchedExample, unmatchedExample } from '#functions/api/conversion-answer.ts';
import { activity } from '#shared/activity/activity.ts';
import { activityLog } from '#shared/activity/needs.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { conversionErrors } from '#shared/conversions/errors.ts';
import { ConversionEventBody } from '#shared/conversions/event-schema.ts';
import { futureTimestampProblems } from '#shared/conversions/future-timestamp-problems.ts';
import { accountSettings, clicks, conversions, identities, ingestLimiter, logBudget } from '#shared/conversions/needs.ts';
import { receiveEvent } from '#shared/conversions/receive-event.ts';
import { ingestLimit } from '#shared/conversions/rules/limits.ts';
import { hasUserData } from '#shared/destinations/rules/match-keys.ts';
import { eventLog } from '#shared/event-log/needs.ts';
import { recordOutcomes, repeatedOf } from '#shared/event-log/record-outcomes.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { eventLimitHeaders, eventPolicy } from '#shared/limits/event-limit.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { exampleKey } from '../key-schema.ts';

const policy = eventPolicy('ingest', ingestLimit);

export const sendWithKey = defineEndpoint({
  id: 'sendWithKey',
  method: 'POST',
  path: '/api/v1/pixel/keys/{id}/events',
  auth: 'user',
  needs: {
    accountSettings,
    activityLog,
    clicks,
    conversions,
    eventLog,
    identities,
    ingestLimiter,
    keys,
    logBudget,
  },
  summary: 'Send an event with a key, without its secret',
  description:
    'Sends one conversion as if your back end had sent it with this secret key: with the same checks, scope, limit and response as `sendConversion`. It is for a page of yours that you are signed in to, such as the console, because a secret key has no place in a browser. Retries are safe: the same `event_id` counts once. A public, read-only or revoked key is `not_found`.',
  params: z.object({ id: z.string().max(100).meta({ description: 'The ID of a secret key (`k_…`).' }) }),
  body: ConversionEventBody,
  ...conversionAnswer,
  errors: [
    serviceErrors.not_found,
    conversionErrors.click_id_out_of_scope,
    conversionErrors.properties_too_large,
    serviceErrors.too_many_requests,
  ],
  rateLimit: policy,
  example: {
    params: { id: exampleKey.id },
    body: {
      event_type: 'order_created',
      event_id: 'order_created:10018',
      svc_click_id: 's_4fTq0ZkJ8vW2nRxLmP7aBc',
      value: 25.99,
    },
    responses: { 200: matchedExample('order_created:10018'), 202: unmatchedExample('order_created:10018') },
  },

  check: ({ body }, { now }) => futureTimestampProblems(body, now()).map((problem) => ({ ...problem, loc: ['body', ...problem.loc] })),

  async handle({ params, body, actor, requestId }, deps) {
    const caller = await deps.keys.callerOf(actor.accountId, params.id);
    if (!caller) throw fail(serviceErrors.not_found);
    const headers = eventLimitHeaders(policy.name, await deps.ingestLimiter.consume(caller.keyId, 1, caller.accountId));
    // A person who sends an event by hand sends no match keys.
    const userData = hasUserData(body.user_data) ? { read: null, dropped: ['user_data'] } : null;
    const { status, result, event } = await receiveEvent(body, { caller, requestId, userData }, deps);
    if (result.duplicate && !body.validate_only) await recordOutcomes({ repeated: [repeatedOf(event)] }, { caller, requestId }, deps);
    // A crash can follow the event, so its repeat is recorded too.
    if (!body.validate_only)
      await deps.activityLog.note(await activity('event_sent', actor.accountId, { key_id: params.id, event_id: event.eventId }));
    return reply(status, result, headers);
  },
});
