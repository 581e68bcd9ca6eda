import * as z from 'zod';
import { conversionErrors } from '#shared/conversions/errors.ts';
import { ConversionEventBody, ConversionResult } from '#shared/conversions/event-schema.ts';
import { futureTimestampProblems } from '#shared/conversions/future-timestamp-problems.ts';
import { receiveEvent } from '#shared/conversions/receive-event.ts';
import { ingestLimit, maxBatchBytes, maxBatchEvents, maxEventBytes } from '#shared/conversions/rules/limits.ts';
import { userDataIn } from '#shared/conversions/user-data.ts';
import { recordOutcomes, repeatedOf } from '#shared/event-log/record-outcomes.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { oneOf } from '#shared/http/one-of.ts';
import { type Problem, serviceErrors } from '#shared/values/errors.ts';
import { inDigits } from '#shared/values/number-texts.ts';
import { misplacedAmount } from './batch-item.ts';
import { ConversionBatchBody, ConversionBatchResult, isBatch } from './batch-schema.ts';
import { batches, checkedConversion, conversion, matched, mixedBatch, otherSuccesses, rejectedBatch, unmatched } from './examples.ts';
import { consumeIngest, ingestLimitNeeds, ingestPolicy } from './ingest-limit.ts';
import { sendBatch, sendBatchNeeds } from './send-batch.ts';

const Result = z.union([ConversionResult, ConversionBatchResult]);

/** The hot path has one read of the click, and one conditional write. */
export const sendConversion = defineEndpoint({
  id: 'sendConversion',
  method: 'POST',
  path: '/api/v1/pixel/server-events',
  auth: 'conversionKey',
  needs: { ...sendBatchNeeds, ...ingestLimitNeeds },
  summary: `Send a conversion or a batch of up to ${inDigits(maxBatchEvents)}`,
  description:
    'Sends verified conversions and returns which campaign, ad group and ad earned each of them. Call it from your ' +
    'back end only, never from a browser or an app.\n\nRetries are safe: the same `event_id` counts once, and a retry ' +
    'returns the original result with `duplicate: true`. Retry after `429`, `5xx` and network failures. Fix the ' +
    'request after any other `4xx`; it does not use up the `event_id`.\n\nA body with `events` is a batch. Its items can ' +
    "have the form of the conversational-assistant channel's own Conversions API, so a client of it changes only the " +
    'URL and the key. An item without a click ID is accepted with the reason `no_click_id`.\n\n' +
    `Limit: ${ingestLimit.perSecond} events a second per secret key, with a burst of ${inDigits(ingestLimit.burst)}; an account can have its own. Every event of a ` +
    'batch counts, duplicates and `validate_only` included. Above the limit the whole request is `429`, nothing is ' +
    'stored, and `Retry-After` says when to retry. `RateLimit` and `RateLimit-Policy` show what remains.',
  body: oneOf(isBatch, ConversionEventBody, ConversionBatchBody),
  maxBodyBytes: (body) => (isBatch(body) ? maxBatchBytes : maxEventBytes),
  responses: {
    200: Result,
    202: Result,
    207: ConversionBatchResult,
    422: ConversionBatchResult,
  },
  errors: [conversionErrors.click_id_out_of_scope, conversionErrors.properties_too_large, serviceErrors.too_many_requests],
  errorObject: (body) => /"events"\s*:/.test(body),
  rateLimit: ingestPolicy,
  answers: {
    200: 'The event was attributed to an ad click, or repeats an accepted `event_id` (`duplicate: true`). A batch: every item was accepted and at least one is matched or a duplicate. With `validate_only`: the event is valid, and nothing was stored.',
    202: 'The event was accepted and stored but not attributed; `reason` says why. Treat it as delivered. A batch: every item was accepted, none is matched or a duplicate.',
    207: 'A batch of which some items were accepted and some rejected. `results` holds the status of each item. Fix and resend only the rejected items.',
    422: 'A batch of which no item was accepted: every item is invalid, or one is and the batch is `atomic`. Nothing was stored.',
  },
  example: {
    title: 'One conversion',
    body: conversion,
    responses: { 200: matched, 202: unmatched, 207: mixedBatch, 422: rejectedBatch },
    others: {
      body: { ...checkedConversion, ...batches },
      responses: { 200: otherSuccesses },
    },
  },

  check({ body }, { now }): Problem[] {
    return isBatch(body)
      ? []
      : [...futureTimestampProblems(body, now()), ...misplacedAmount(fieldsOf(body))].map((problem) => ({
          ...problem,
          loc: ['body', ...problem.loc],
        }));
  },

  async handle({ body, actor, requestId }, deps) {
    const headers = await consumeIngest(body, actor, deps);
    if ('events' in body) {
      const batch = await sendBatch(body, actor, requestId, deps);
      return reply(batch.status, batch.body, headers);
    }
    const userData = await userDataIn({ own: body.user_data, dropped: ['user_data'] }, actor);
    const { status, result, event } = await receiveEvent(body, { caller: actor, requestId, userData }, deps);
    if (result.duplicate && !body.validate_only)
      await recordOutcomes({ repeated: [repeatedOf(event)] }, { caller: actor, requestId }, deps);
    return reply(status, result, headers);
  },

  async refused({ error, body, actor, requestId }, deps) {
    const fields = fieldsOf(body);
    if (fields.validate_only === true || error.code === 'too_many_requests') return;
    const { code, problems } = error;
    const rejected = { code, problems, fields: isBatch(body) ? {} : fields };
    await recordOutcomes({ rejected: [rejected] }, { caller: actor, requestId }, deps);
  },
});

const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
