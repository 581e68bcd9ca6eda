import * as z from 'zod';
import { fileTypes, fileWarnings } from '#functions/api/file-fields.ts';
import { actorOf, environmentField, ownerScope } from '#functions/api/owner-scope.ts';
import { validFields } from '#functions/api/row-problems.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { type AdjustmentProblem, adjustEvents as adjust } from '#shared/adjustments/adjust-events.ts';
import { adjustments } from '#shared/adjustments/needs.ts';
import { maxAdjustmentBytes, maxAdjustmentsInRequest } from '#shared/adjustments/rules/limits.ts';
import { futureTimestampProblems } from '#shared/conversions/future-timestamp-problems.ts';
import { conversions } from '#shared/conversions/needs.ts';
import { namesNothingText } from '#shared/conversions/rules/placeholders.ts';
import { notesOf } from '#shared/files/file-notes.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import { parsedFilesLimit } from '#shared/limits/parsed-files.ts';
import { invalid, type Problem, serviceErrors } from '#shared/values/errors.ts';
import { inDigits } from '#shared/values/number-texts.ts';
import { currencyText } from './adjust-event.ts';
import { type AdjustmentPlace, adjustmentsOfFile, adjustmentTable } from './adjustment-file.ts';
import { adjustmentLimitNeeds, adjustmentPolicy, consumeAdjustments } from './adjustment-limit.ts';
import { AdjustmentAnswer, adjustmentAnswerOf, exampleAnswer, examplePending } from './adjustment-result.ts';
import { AdjustmentItem, EventId, newAdjustmentOf } from './adjustment-schema.ts';

const count = (description: string) => z.int().min(0).meta({ description });
const Results = z
  .object({
    received: count('The number of adjustments in the request.'),
    pending: count('The number of those whose event has not arrived.'),
    superseded: count('The number of those that a newer adjustment supersedes.'),
    unchanged: count('The number of those that were stored already.'),
    results: z.array(AdjustmentAnswer).meta({ description: 'In the order of the request.' }),
    warnings: fileWarnings,
  })
  .meta({ id: 'AdjustmentResults' });
const exampleResults = {
  received: 1,
  pending: 0,
  superseded: 0,
  unchanged: 0,
  results: [exampleAnswer],
  warnings: [],
};

export const adjustEvents = defineEndpoint({
  id: 'adjustEvents',
  method: 'POST',
  path: '/api/v1/pixel/adjustments',
  auth: 'viewOrKey',
  needs: { ...adjustmentLimitNeeds, adjustments, conversions, limits },
  unknownFields: 'refused',
  summary: `Adjust the values of up to ${inDigits(maxAdjustmentsInRequest)} events`,
  description:
    `Does what \`adjustEvent\` does for 1 to ${maxAdjustmentsInRequest} adjustments. The body is JSON, or a CSV file or an Excel workbook with the columns \`event_id\`, \`net_value\` and \`reason\`, and if you like \`currency\`, \`effective_at\` and \`note\`.\n\n` +
    'If anything is wrong, the response is 422 with every problem, and nothing is stored. An event that is there more than once needs `effective_at` each time. A retry of the same request is safe.',
  query: z.object({ environment: environmentField }),
  body: z
    .object({
      adjustments: z.array(AdjustmentItem).min(1).max(maxAdjustmentsInRequest).meta({ description: 'The adjustments.' }),
    })
    .meta({ id: 'AdjustmentsRequest' }),
  files: fileTypes,
  maxBodyBytes: maxAdjustmentBytes,
  responses: { 200: Results, 202: Results, 207: Results },
  answers: {
    200: 'All adjustments are stored with their events.',
    202: 'No event has arrived: all adjustments are `pending`.',
    207: 'Some adjustments are `pending`: see `results`.',
  },
  errors: [serviceErrors.too_many_requests, accountErrors.account_inactive],
  rateLimit: adjustmentPolicy,
  example: {
    body: { adjustments: [{ event_id: exampleAnswer.event_id, net_value: '19.99', reason: 'refund' }] },
    responses: {
      200: exampleResults,
      202: { ...exampleResults, pending: 1, results: [examplePending] },
      207: { ...exampleResults, received: 2, pending: 1, results: [exampleAnswer, examplePending] },
    },
  },

  check({ body, hasProblems }, { now }) {
    const items = typeof body === 'object' && body !== null && 'adjustments' in body ? body.adjustments : [];
    if (!Array.isArray(items)) return [];
    const placeOf = (index: number) => ['body', 'adjustments', index];
    const ofItems = items.flatMap((item: unknown, index) => futureProblems(item, now(), placeOf(index)));
    return hasProblems || ofItems.length > 0 ? [...ofItems, ...timeProblems(items, placeOf)] : [];
  },

  async handle({ query, body, file, actor }, deps) {
    const scope = { ...ownerScope(actor, query), by: actorOf(actor) };
    if (file) await consumeRateLimit(parsedFilesLimit, String(scope.accountId), deps.limits);
    const table = file && (await adjustmentTable(file));
    const fromFile = table && adjustmentsOfFile(table.bytes, (item, at) => futureProblems(item, deps.now(), at), timeProblems);
    const items = fromFile?.items ?? body?.adjustments ?? [];
    const placeOf = fromFile?.placeOf ?? ((index: number) => ['body', 'adjustments', index]);
    const headers = await consumeAdjustments(actor, items.length, deps);
    const adjusted = await adjust(scope, items.map(newAdjustmentOf), deps);
    if ('problems' in adjusted) throw invalid(...adjusted.problems.map((problem) => problemOf(problem, placeOf)));
    const { environment } = scope;
    const results = adjusted.results.map((result, index) =>
      adjustmentAnswerOf(result, { event_id: items[index]?.event_id ?? '', environment }),
    );
    const countOf = (test: (result: (typeof results)[number]) => boolean) => results.filter(test).length;
    const pending = countOf((result) => result.pending);
    const status = pending === 0 ? 200 : pending === results.length ? 202 : 207;
    return reply(
      status,
      {
        received: results.length,
        pending,
        superseded: countOf((result) => result.superseded),
        unchanged: countOf((result) => result.unchanged),
        results,
        warnings: table ? notesOf(table) : [],
      },
      headers,
    );
  },
});

const futureProblems = (item: unknown, now: number, at: AdjustmentPlace): Problem[] =>
  futureTimestampProblems(item, now, 'effective_at').map((problem) => ({
    ...problem,
    loc: [...at, ...problem.loc],
  }));

const problemText: Record<AdjustmentProblem['code'], { field: string; msg: string }> = {
  currency_mismatch: { field: 'currency', msg: currencyText },
  click_id_out_of_scope: { field: 'event_id', msg: 'The event is of another pixel than the key' },
  event_id_incomplete: { field: 'event_id', msg: namesNothingText },
  effective_at_missing: {
    field: 'effective_at',
    msg: 'The event is there more than once, so each adjustment needs its time',
  },
};
const problemOf = ({ code, index }: AdjustmentProblem, placeOf: (index: number) => AdjustmentPlace): Problem => ({
  type: code,
  loc: [...placeOf(index), problemText[code].field],
  msg: problemText[code].msg,
});

function timeProblems(sent: readonly unknown[], placeOf: (index: number) => AdjustmentPlace): Problem[] {
  const items = sent.map((item) => Object(item) as { effective_at?: unknown });
  const events = items.map((item) => validFields({ event_id: EventId }, item).event_id);
  const countOf = Map.groupBy(events, (eventId) => eventId);
  return items.flatMap((item, index) => {
    const eventId = events[index];
    const isRepeated = eventId !== undefined && (countOf.get(eventId)?.length ?? 0) > 1;
    return isRepeated && item.effective_at == null ? [problemOf({ code: 'effective_at_missing', index }, placeOf)] : [];
  });
}
