import { defineEndpoint } from '#shared/http/endpoint.ts';
import { exampleRepair, repaired, repairFields } from './repair-fields.ts';

export const voidDoubles = defineEndpoint({
  id: 'voidDoubles',
  method: 'POST',
  path: '/api/v1/pixel/reconciliations/{id}/void-doubles',
  ...repairFields,
  summary: 'Void the doubles',
  description:
    'Gives the second event of each double the net value 0, in the background: poll `status_url`. The event whose ID fits `id_template` stays, and gross figures stay. The same request again returns the same repair. 409 `already_repaired` when the repair was made and not undone, and 409 `preview_stale` when the preview expired, or is older than the newest repair of the account.',
  answers: { 202: 'The events are adjusted in the background. Poll `status_url`.' },
  example: exampleRepair('void_doubles'),
  handle: (request, deps) => repaired('void_doubles', request, deps),
});
