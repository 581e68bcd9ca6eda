import * as z from 'zod';
import { environmentField, ownerScope } from '#functions/api/owner-scope.ts';
import { adjustments } from '#shared/adjustments/needs.ts';
import { visibleTo } from '#shared/adjustments/store/adjustments.ts';
import { conversionErrors } from '#shared/conversions/errors.ts';
import { conversions } from '#shared/conversions/needs.ts';
import { mayRead } from '#shared/conversions/results.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { EventId, exampleEvent, historyText } from './adjustment-schema.ts';
import { EventAdjustments, eventAdjustmentsOf, exampleAdjustments } from './event-adjustments.ts';

export const listAdjustments = defineEndpoint({
  id: 'listAdjustments',
  method: 'GET',
  path: '/api/v1/pixel/events/{event_id}/adjustment',
  auth: 'viewOrKey',
  needs: { adjustments, conversions },
  summary: 'List the adjustments of an event',
  description: `Returns the gross and the net value of an event with its adjustments, and those that wait for the event. ${historyText}`,
  params: z.object({ event_id: EventId }),
  query: z.object({ environment: environmentField }),
  responses: { 200: EventAdjustments },
  errors: [serviceErrors.not_found, conversionErrors.click_id_out_of_scope],
  example: { params: { event_id: exampleEvent.event_id }, responses: { 200: exampleAdjustments } },

  async handle({ params, query, actor }, { conversions, adjustments }) {
    const { accountId, environment, pixelKey } = ownerScope(actor, query);
    const [event, pending] = await Promise.all([
      conversions.byEventId(accountId, environment, params.event_id),
      adjustments.pending({ accountId, environment, eventId: params.event_id }),
    ]);
    const waiting = visibleTo(pixelKey, pending);
    if (!event && waiting.length === 0) throw fail(serviceErrors.not_found);
    if (pixelKey && event && !mayRead({ pixelKey }, event)) throw fail(conversionErrors.click_id_out_of_scope);
    return ok(eventAdjustmentsOf({ ...params, environment }, event, waiting));
  },
});
