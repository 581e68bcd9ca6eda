import * as z from 'zod';
import { actorOf, environmentField, ownerScope } from '#functions/api/owner-scope.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { adjustEvents } from '#shared/adjustments/adjust-events.ts';
import { adjustments } from '#shared/adjustments/needs.ts';
import { pendingDays } from '#shared/adjustments/rules/limits.ts';
import { conversionErrors } from '#shared/conversions/errors.ts';
import { futureTimestampProblems } from '#shared/conversions/future-timestamp-problems.ts';
import { conversions } from '#shared/conversions/needs.ts';
import { namesNothingText } from '#shared/conversions/rules/placeholders.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import { adjustmentLimitNeeds, adjustmentPolicy, consumeAdjustments } from './adjustment-limit.ts';
import { AdjustmentAnswer, adjustmentAnswerOf, exampleAnswer, examplePending } from './adjustment-result.ts';
import { AdjustmentRequest, EventId, historyText, newAdjustmentOf } from './adjustment-schema.ts';

export const adjustEvent = defineEndpoint({
  id: 'adjustEvent',
  method: 'PUT',
  path: '/api/v1/pixel/events/{event_id}/adjustment',
  auth: 'viewOrKey',
  needs: { ...adjustmentLimitNeeds, adjustments, conversions },
  unknownFields: 'refused',
  summary: 'Adjust the value of an event',
  description:
    'States what remains of the value of an event after a refund, a cancellation or a correction. The net appears next to the gross value: it changes no answer, receipt value or total of today, and shows in `reportPerformance` as `net_value`.\n\n' +
    `Retries are safe, and adjustments may come in any order, before the event too. ${historyText} An erased event keeps its net. Without \`effective_at\`, the same \`net_value\` and \`reason\` as the newest adjustment is a repeat.`,
  params: z.object({ event_id: EventId }),
  query: z.object({ environment: environmentField }),
  body: AdjustmentRequest,
  responses: { 200: AdjustmentAnswer, 202: AdjustmentAnswer },
  answers: {
    200: 'The adjustment is stored. `superseded: true`: a newer adjustment decides.',
    202: `The event has not arrived. The adjustment is \`pending\`: it is applied when the event arrives, and ends after ${pendingDays} days.`,
  },
  errors: [conversionErrors.click_id_out_of_scope, serviceErrors.too_many_requests, accountErrors.account_inactive],
  rateLimit: adjustmentPolicy,
  example: {
    params: { event_id: exampleAnswer.event_id },
    body: { net_value: '19.99', currency: 'USD', reason: 'refund', effective_at: '2026-11-20T10:00:00Z' },
    responses: { 200: exampleAnswer, 202: examplePending },
  },

  check: ({ body }, { now }) =>
    futureTimestampProblems(body, now(), 'effective_at').map((problem) => ({
      ...problem,
      loc: ['body', ...problem.loc],
    })),

  async handle({ params, query, body, actor }, deps) {
    const scope = { ...ownerScope(actor, query), by: actorOf(actor) };
    const headers = await consumeAdjustments(actor, 1, deps);
    const adjusted = await adjustEvents(scope, [newAdjustmentOf({ ...params, ...body })], deps);
    const problem = 'problems' in adjusted ? adjusted.problems[0]?.code : (adjusted.results[0]?.refusal ?? undefined);
    if (problem === 'click_id_out_of_scope') throw fail(conversionErrors.click_id_out_of_scope);
    if (problem === 'event_id_incomplete') throw invalid({ type: problem, loc: ['path', 'event_id'], msg: namesNothingText });
    if (problem) throw invalid({ type: problem, loc: ['body', 'currency'], msg: currencyText });
    const [result] = 'results' in adjusted ? adjusted.results : [];
    if (!result) throw new Error('An adjustment has a result.');
    const { environment } = scope;
    return reply(result.event ? 200 : 202, adjustmentAnswerOf(result, { ...params, environment }), headers);
  },
});

export const currencyText = 'The event has another currency';
