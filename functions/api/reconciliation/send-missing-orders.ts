import { defineEndpoint } from '#shared/http/endpoint.ts';
import { exampleRepair, repaired, repairFields } from './repair-fields.ts';

export const sendMissingOrders = defineEndpoint({
  id: 'sendMissingOrders',
  method: 'POST',
  path: '/api/v1/pixel/reconciliations/{id}/send-missing',
  ...repairFields,
  summary: 'Send the missing orders',
  description:
    'Sends the orders of a preview as events, in the background: poll `status_url`. Each event has the `event_id` of the template, so that nothing is sent twice, and an order that arrived meanwhile is skipped. The same request again returns the same repair. 409 `already_repaired` when the repair was made and not undone, and 409 `preview_stale` when the preview expired, or is older than the newest repair of the account.',
  answers: { 202: 'The events are sent in the background. Poll `status_url`.' },
  example: exampleRepair('send_missing'),
  handle: (request, deps) => repaired('send_missing', request, deps),
});
