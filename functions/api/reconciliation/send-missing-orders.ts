import * as z from 'zod';
import type { Deps } from '#functions/http/attribution/deps.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { applyRepair } from '#shared/reconciliation/apply-repair.ts';
import { examplePreviewId } from './preview-repair.ts';
import {
  exampleId,
  exampleReconciliation,
  ReconciliationRecord,
  reconciliationRecordOf,
} from './reconciliation-answer.ts';
import { assertCompleted, idParams, reconciliationOf } from './reconciliation-of.ts';
import { environmentField } from './reconciliation-request.ts';
import { RepairRequest } from './repair-schema.ts';

export const sendMissingOrders = defineEndpoint<Deps>()({
  id: 'sendMissingOrders',
  method: 'POST',
  path: '/api/v1/pixel/reconciliations/{id}/send-missing',
  auth: 'view',
  unknownFields: 'refused',
  cors: 'front_ends',
  summary: 'Send the missing orders',
  description:
    'Sends the orders of a preview as events, in the background: poll `status_url`. Each event has the `event_id` of the template, so that nothing is sent twice, and an order that arrived meanwhile is skipped. It cannot be undone. The same request again returns the same repair. 409 `preview_stale` when the preview expired, or is older than the newest repair of the account.',
  params: idParams,
  query: z.object({ environment: environmentField }),
  body: RepairRequest,
  responses: { 202: ReconciliationRecord },
  answers: { 202: 'The events are sent in the background. Poll `status_url`.' },
  errors: ['not_found', 'still_running', 'reconciliation_failed', 'preview_stale', 'account_inactive'],
  example: {
    params: { id: exampleId },
    body: { preview_id: examplePreviewId },
    responses: {
      202: {
        ...exampleReconciliation,
        repairs: [
          {
            ...{ repair: 'send_missing', status: 'running', changes: 0, attributed: 0, skipped: 0 },
            ...{ values: [], started_at: '2026-11-21T09:46:00.000Z', completed_at: null, undone_at: null },
          },
        ],
      },
    },
  },

  async handle({ params, query, body, actor }, deps) {
    const stored = await reconciliationOf(actor.userId, query, params, deps);
    assertCompleted(stored);
    const order = { repair: 'send_missing' as const, previewId: body.preview_id };
    return reply(202, reconciliationRecordOf(await applyRepair(stored, order, deps)));
  },
});
