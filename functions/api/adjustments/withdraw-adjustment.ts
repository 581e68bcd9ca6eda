import * as z from 'zod';
import { AdjustmentRecord, exampleRecord } from '#functions/api/adjustment-record.ts';
import { actorOf, environmentField, ownerScope } from '#functions/api/owner-scope.ts';
import { adjustments } from '#shared/adjustments/needs.ts';
import { withdrawAdjustment as withdraw } from '#shared/adjustments/withdraw-adjustment.ts';
import { conversions } from '#shared/conversions/needs.ts';
import { shownAdjustment } from '#shared/event-log/receipt.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail } from '#shared/values/errors.ts';
import { adjustmentLimitNeeds, adjustmentPolicy, consumeAdjustments } from './adjustment-limit.ts';
import { EventId, exampleEvent } from './adjustment-schema.ts';
import { EventAdjustments, eventAdjustmentsOf, exampleAdjustments } from './event-adjustments.ts';

export const withdrawAdjustment = defineEndpoint({
  id: 'withdrawAdjustment',
  method: 'DELETE',
  path: '/api/v1/pixel/events/{event_id}/adjustment',
  auth: 'viewOrKey',
  needs: { ...adjustmentLimitNeeds, adjustments, conversions },
  unknownFields: 'refused',
  summary: 'Withdraw an adjustment',
  description:
    'Withdraws the newest adjustment of an event, so that the one before it decides again, or the gross value. Send `adjustment_id` to make retries safe: an adjustment that is no longer there stays withdrawn. Without it, each call withdraws one more.',
  params: z.object({ event_id: EventId }),
  query: z.object({
    environment: environmentField,
    adjustment_id: z.string().min(1).max(100).optional().meta({
      description: 'The adjustment to withdraw; the newest if omitted.',
    }),
  }),
  responses: {
    200: EventAdjustments.extend({
      withdrawn: AdjustmentRecord.nullable().meta({
        description: 'The adjustment that this call withdrew; `null` if there is none.',
      }),
    }).meta({ id: 'AdjustmentWithdrawal' }),
  },
  answers: { 200: 'The event as it is now. `withdrawn: null`: the call changed nothing.' },
  errors: ['not_found', 'click_id_out_of_scope', 'too_many_requests', 'account_inactive'],
  rateLimit: adjustmentPolicy,
  example: {
    params: { event_id: exampleEvent.event_id },
    query: { adjustment_id: exampleRecord.adjustment_id },
    responses: {
      200: { ...exampleAdjustments, net_value: '25.99', adjustments: [], withdrawn: exampleRecord },
    },
  },

  async handle({ params, query, actor }, deps) {
    const scope = { ...ownerScope(actor, query), by: actorOf(actor) };
    const headers = await consumeAdjustments(actor, 1, deps);
    const name = { eventId: params.event_id, adjustmentId: query.adjustment_id };
    const withdrawal = await withdraw(scope, name, deps);
    if (withdrawal.kind === 'not_found') throw fail('not_found');
    if (withdrawal.kind === 'out_of_scope') throw fail('click_id_out_of_scope');
    const { environment } = scope;
    return ok(
      {
        ...eventAdjustmentsOf({ ...params, environment }, withdrawal.event, withdrawal.pending),
        withdrawn: withdrawal.withdrawn && shownAdjustment(withdrawal.withdrawn),
      },
      headers,
    );
  },
});
