import * as z from 'zod';
import { environmentField } from '#functions/api/owner-scope.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { continueAbandoned, continueAbandonedNeeds } from './continue-abandoned.ts';
import {
  differenceFields,
  differenceFieldsOf,
  exampleImport,
  exampleImportId,
  SpendImportRecord,
  spendImportRecordOf,
} from './spend-answer.ts';
import { spendScope } from './spend-scope.ts';

export const readSpendImport = defineEndpoint({
  id: 'readSpendImport',
  method: 'GET',
  path: '/api/v1/spend/imports/{id}',
  auth: 'viewOrKey',
  needs: continueAbandonedNeeds,
  summary: 'Retrieve an import of spend',
  description:
    'Returns the state of an import, and what it changed day by day. Poll it after a 202: `percent` says how many days are visible.',
  params: z.object({ id: z.string().min(1).max(100) }),
  query: z.object({ environment: environmentField }),
  responses: {
    200: z
      .object({
        ...SpendImportRecord.shape,
        difference: z
          .array(
            z.object({
              day: z.string(),
              ...differenceFields,
              replaces: z.string().nullable().meta({ description: 'Id of the import that counted before, or `null`.' }),
            }),
          )
          .meta({
            description:
              'The changes of each day. `replaces` is the import whose content counted before. A day that a later import replaced more than 90 days ago is not listed any more.',
          }),
      })
      .meta({ id: 'SpendImportWithDays' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    params: { id: exampleImportId },
    responses: {
      200: {
        ...exampleImport,
        difference: [
          {
            day: '2026-11-20',
            added: 0,
            changed: 1,
            removed: 1,
            spend_before: '15.00',
            spend_after: '12.00',
            replaces: 'spend_0mi8gq2j1aaaaaaaaaaaaaa',
            spend_by_currency: [{ currency: 'USD', spend_before: '15.00', spend_after: '12.00' }],
          },
        ],
      },
    },
  },

  async handle({ params, query, actor }, deps) {
    const { spendImports } = deps;
    const { accountId, environment } = spendScope(actor, query);
    const storedImport = await spendImports.byId(accountId, environment, params.id);
    if (!storedImport) throw fail(serviceErrors.not_found);
    await continueAbandoned([storedImport], deps);
    const days = await Array.fromAsync(spendImports.versions(storedImport));
    return ok({
      ...spendImportRecordOf(storedImport),
      difference: days.map(({ day, difference, replaces }) => ({
        day,
        ...differenceFieldsOf(difference, storedImport.currency),
        replaces,
      })),
    });
  },
});
