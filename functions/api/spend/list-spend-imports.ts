import * as z from 'zod';
import { environmentField } from '#functions/api/owner-scope.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { keyCursor } from '#shared/http/page-cursor.ts';
import { importIdForm } from '#shared/spend/store/spend-imports.ts';
import { continueAbandoned, continueAbandonedNeeds } from './continue-abandoned.ts';
import { exampleImport, SpendImportRecord, spendImportRecordOf } from './spend-answer.ts';
import { spendScope } from './spend-scope.ts';

const cursor = keyCursor(importIdForm);

export const listSpendImports = defineEndpoint({
  id: 'listSpendImports',
  method: 'GET',
  path: '/api/v1/spend/imports',
  auth: 'viewOrKey',
  needs: continueAbandonedNeeds,
  summary: 'List imports of spend',
  description: 'Returns the imports of the account, newest first.',
  query: z.object({
    environment: environmentField,
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: cursor.field,
  }),
  responses: {
    200: z
      .object({
        imports: z.array(SpendImportRecord).meta({ description: 'The imports, newest first.' }),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'SpendImports' }),
  },
  example: { responses: { 200: { imports: [exampleImport], next_cursor: null } } },

  async handle({ query, actor }, deps) {
    const { spendImports } = deps;
    const { accountId, environment } = spendScope(actor, query);
    const page = await spendImports.page(accountId, environment, {
      before: query.cursor,
      limit: query.limit,
    });
    await continueAbandoned(page.imports, deps);
    return ok({
      imports: page.imports.map(spendImportRecordOf),
      next_cursor: page.next && cursor.textOf(page.next),
    });
  },
});
