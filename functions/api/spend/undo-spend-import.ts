import * as z from 'zod';
import { actorOf, environmentField } from '#functions/api/owner-scope.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { spendDays, spendStops } from '#shared/spend/needs.ts';
import { spendImportQueue } from '#shared/spend/queues.ts';
import { undoImport } from '#shared/spend/undo-import.ts';
import { fail } from '#shared/values/errors.ts';
import { continueAbandoned, continueAbandonedNeeds } from './continue-abandoned.ts';
import { continueSeconds } from './create-spend-import.ts';
import { exampleImport, exampleImportId, SpendImportRecord, spendImportRecordOf } from './spend-answer.ts';
import { spendScope } from './spend-scope.ts';

export const undoSpendImport = defineEndpoint({
  id: 'undoSpendImport',
  method: 'DELETE',
  path: '/api/v1/spend/imports/{id}',
  auth: 'viewOrKey',
  needs: { ...continueAbandonedNeeds, spendDays, spendStops },
  unknownFields: 'refused',
  summary: 'Undo an import of spend',
  description:
    'Brings back what the import replaced, day by day. 409 `superseded` when a later import touched one of its days: undo that one first. 409 `undo_expired` when the import is older than 90 days. Repeatable.',
  params: z.object({ id: z.string().min(1).max(100) }),
  query: z.object({ environment: environmentField }),
  responses: { 200: SpendImportRecord },
  errors: ['not_found', 'superseded', 'import_running', 'import_failed', 'undo_expired', 'account_inactive'],
  example: {
    params: { id: exampleImportId },
    responses: { 200: { ...exampleImport, status: 'undone', undone_at: '2026-11-21T10:00:00.000Z' } },
  },

  async handle({ params, query, actor }, deps) {
    const { accountId, environment } = spendScope(actor, query);
    const storedImport = await deps.spendImports.byId(accountId, environment, params.id);
    if (!storedImport) throw fail('not_found');
    await continueAbandoned([storedImport], deps);
    // The message is sent before the undo starts, so that a worker completes the undo if this process dies.
    if (storedImport.status === 'completed')
      await deps.queues.send(
        spendImportQueue,
        { account_id: accountId, environment, import_id: storedImport.id, undo: true },
        { delaySeconds: continueSeconds },
      );
    return ok(spendImportRecordOf(await undoImport(storedImport, actorOf(actor), deps)));
  },
});
