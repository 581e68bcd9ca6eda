import { defineEndpoint } from '#shared/http/endpoint.ts';
import { exampleRepair, repaired, repairFields } from './repair-fields.ts';

export const adjustOrderValues = defineEndpoint({
  id: 'adjustOrderValues',
  method: 'POST',
  path: '/api/v1/pixel/reconciliations/{id}/adjust-values',
  ...repairFields,
  summary: 'Adjust the values',
  description:
    'Gives the events of a preview the value of their order, less its refund, as their net value, in the background: poll `status_url`. Gross figures stay. An event whose net value changed since the reconciliation is skipped, and one that adtrail knows a refund of if the file has no refunds. The same request again returns the same repair. 409 `already_repaired` when the repair was made and not undone, and 409 `preview_stale` when the preview expired, or is older than the newest repair of the account.',
  answers: { 202: 'The events are adjusted in the background. Poll `status_url`.' },
  example: exampleRepair('adjust_values'),
  handle: (request, deps) => repaired('adjust_values', request, deps),
});
