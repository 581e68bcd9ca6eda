import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { reply } from '#shared/http/endpoint.ts';
import { applyRepair } from '#shared/reconciliation/apply-repair.ts';
import { reconciliationErrors } from '#shared/reconciliation/errors.ts';
import { previews, reconciliations } from '#shared/reconciliation/needs.ts';
import type { RepairName } from '#shared/reconciliation/rules/repairs.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { examplePreviewId } from './preview-repair.ts';
import { exampleId, exampleReconciliation, ReconciliationRecord, reconciliationRecordOf } from './reconciliation-answer.ts';
import { assertCompleted, idParams, reconciliationOf } from './reconciliation-of.ts';
import { environmentField } from './reconciliation-request.ts';

const needs = { previews, queues, reconciliations };
type Deps = DepsOf<typeof needs>;

const RepairRequest = z
  .object({ preview_id: z.string().min(1).max(100).meta({ description: 'The ID of a fresh preview.' }) })
  .meta({ id: 'RepairRequest' });

export const repairFields = {
  auth: 'view',
  needs,
  unknownFields: 'refused',
  params: idParams,
  query: z.object({ environment: environmentField }),
  body: RepairRequest,
  responses: { 202: ReconciliationRecord },
  errors: [
    serviceErrors.not_found,
    reconciliationErrors.still_running,
    reconciliationErrors.reconciliation_failed,
    reconciliationErrors.preview_stale,
    reconciliationErrors.already_repaired,
    accountErrors.account_inactive,
  ],
} as const;

export const exampleRepair = (repair: RepairName) => ({
  params: { id: exampleId },
  body: { preview_id: examplePreviewId },
  responses: {
    202: {
      ...exampleReconciliation,
      repairs: [
        {
          repair,
          status: 'running' as const,
          changes: 0,
          attributed: 0,
          skipped: 0,
          superseded: 0,
          values: [],
          started_at: '2026-11-21T09:46:00.000Z',
          completed_at: null,
          undone_at: null,
        },
      ],
    },
  },
});

type Request = {
  params: z.output<typeof idParams>;
  query: z.output<typeof repairFields.query>;
  body: z.output<typeof RepairRequest>;
  actor: { accountId: AccountId };
};

export async function repaired(repair: RepairName, { params, query, body, actor }: Request, deps: Deps) {
  const stored = await reconciliationOf(actor.accountId, query, params, deps);
  assertCompleted(stored);
  const order = { repair, previewId: body.preview_id };
  return reply(202, reconciliationRecordOf(await applyRepair(stored, order, deps)));
}
