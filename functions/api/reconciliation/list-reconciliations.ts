import * as z from 'zod';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { keyCursor } from '#shared/http/page-cursor.ts';
import { reconciliations } from '#shared/reconciliation/needs.ts';
import { reconciliationDays } from '#shared/reconciliation/rules/limits.ts';
import { reconciliationIdForm } from '#shared/reconciliation/store/reconciliations.ts';
import { exampleReconciliation, ReconciliationRecord, reconciliationRecordOf } from './reconciliation-answer.ts';
import { environmentField } from './reconciliation-request.ts';

const cursor = keyCursor(reconciliationIdForm);

export const listReconciliations = defineEndpoint({
  id: 'listReconciliations',
  method: 'GET',
  path: '/api/v1/pixel/reconciliations',
  auth: 'view',
  needs: { reconciliations },
  summary: 'List reconciliations',
  description: `Returns the reconciliations of the last ${reconciliationDays} days, newest first.`,
  query: z.object({
    environment: environmentField,
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: cursor.field,
  }),
  responses: {
    200: z
      .object({
        reconciliations: z.array(ReconciliationRecord).meta({ description: 'The reconciliations, newest first.' }),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'Reconciliations' }),
  },
  example: { responses: { 200: { reconciliations: [exampleReconciliation], next_cursor: null } } },

  async handle({ query, actor }, { reconciliations }) {
    const { cursor: before, limit, environment } = query;
    const page = await reconciliations.page(actor.accountId, environment, { before, limit });
    return ok({
      reconciliations: page.reconciliations.map(reconciliationRecordOf),
      next_cursor: page.next && cursor.textOf(page.next),
    });
  },
});
