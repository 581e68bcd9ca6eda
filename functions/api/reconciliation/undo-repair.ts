import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { queues } from '#shared/aws/needs.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { reconciliationErrors } from '#shared/reconciliation/errors.ts';
import { previews, reconciliations } from '#shared/reconciliation/needs.ts';
import { repairNames } from '#shared/reconciliation/rules/repairs.ts';
import { undoRepair as undo } from '#shared/reconciliation/undo-repair.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { exampleId, exampleReconciliation, ReconciliationRecord, reconciliationRecordOf } from './reconciliation-answer.ts';
import { assertCompleted, idParams, reconciliationOf } from './reconciliation-of.ts';
import { environmentField } from './reconciliation-request.ts';

export const undoRepair = defineEndpoint({
  id: 'undoRepair',
  method: 'POST',
  path: '/api/v1/pixel/reconciliations/{id}/undo',
  auth: 'view',
  needs: { previews, queues, reconciliations },
  unknownFields: 'refused',
  summary: 'Undo a repair',
  description:
    'Withdraws the adjustments of `adjust_values` or `void_doubles`, in the background: poll `status_url`. The events that `send_missing` sent stay, with the net value 0 and a note. The same request again returns the same repair. 409 `not_repaired` when the repair was not made.',
  params: idParams,
  query: z.object({ environment: environmentField }),
  body: z
    .object({
      repair: z.enum(repairNames).meta({ description: 'The repair that is undone.' }),
    })
    .meta({ id: 'UndoRepairRequest' }),
  responses: { 202: ReconciliationRecord },
  answers: { 202: 'The adjustments are withdrawn in the background. Poll `status_url`.' },
  errors: [
    serviceErrors.not_found,
    reconciliationErrors.still_running,
    reconciliationErrors.reconciliation_failed,
    reconciliationErrors.not_repaired,
    accountErrors.account_inactive,
  ],
  example: {
    params: { id: exampleId },
    body: { repair: 'void_doubles' },
    responses: {
      202: {
        ...exampleReconciliation,
        repairs: [
          {
            repair: 'void_doubles',
            status: 'undoing',
            changes: 12,
            attributed: 0,
            skipped: 0,
            superseded: 0,
            values: [],
            started_at: '2026-11-21T09:46:00.000Z',
            completed_at: '2026-11-21T09:46:09.000Z',
            undone_at: null,
          },
        ],
      },
    },
  },

  async handle({ params, query, body, actor }, deps) {
    const stored = await reconciliationOf(actor.accountId, query, params, deps);
    assertCompleted(stored);
    return reply(202, reconciliationRecordOf(await undo(stored, body.repair, deps)));
  },
});
