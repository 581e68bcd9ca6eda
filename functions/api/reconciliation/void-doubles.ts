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

export const voidDoubles = defineEndpoint<Deps>()({
  id: 'voidDoubles',
  method: 'POST',
  path: '/api/v1/pixel/reconciliations/{id}/void-doubles',
  auth: 'view',
  unknownFields: 'refused',
  cors: 'front_ends',
  summary: 'Void the doubles',
  description:
    'Gives the second event of each double the net value 0, in the background: poll `status_url`. The event whose ID fits `id_template` stays, and gross figures stay. The same request again returns the same repair. 409 `preview_stale` when the preview expired, or is older than the newest repair of the account.',
  params: idParams,
  query: z.object({ environment: environmentField }),
  body: RepairRequest,
  responses: { 202: ReconciliationRecord },
  answers: { 202: 'The events are adjusted in the background. Poll `status_url`.' },
  errors: ['not_found', 'still_running', 'reconciliation_failed', 'preview_stale', 'account_inactive'],
  example: {
    params: { id: exampleId },
    body: { preview_id: examplePreviewId },
    responses: {
      202: {
        ...exampleReconciliation,
        repairs: [
          {
            ...{ repair: 'void_doubles', status: 'running', changes: 0, attributed: 0, skipped: 0 },
            ...{ values: [], started_at: '2026-11-21T09:46:00.000Z', completed_at: null, undone_at: null },
          },
        ],
      },
    },
  },

  async handle({ params, query, body, actor }, deps) {
    const stored = await reconciliationOf(actor.userId, query, params, deps);
    assertCompleted(stored);
    const order = { repair: 'void_doubles' as const, previewId: body.preview_id };
    return reply(202, reconciliationRecordOf(await applyRepair(stored, order, deps)));
  },
});
