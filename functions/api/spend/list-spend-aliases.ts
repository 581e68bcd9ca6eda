import * as z from 'zod';
import { scopeFields } from '#functions/api/read-scope.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { spendAliases } from '#shared/spend/needs.ts';
import { exampleAliases, SpendAliases } from './alias-schema.ts';

export const listSpendAliases = defineEndpoint({
  id: 'listSpendAliases',
  method: 'GET',
  path: '/api/v1/spend/aliases',
  auth: 'view',
  needs: { spendAliases },
  summary: 'List aliases of campaigns and ads',
  description: 'Returns what your own values of clicks mean at the networks.',
  query: z.object({ environment: scopeFields.environment }),
  responses: { 200: SpendAliases },
  example: { responses: { 200: exampleAliases } },

  async handle({ query: { environment }, actor }, { spendAliases }) {
    return ok({ aliases: await spendAliases.all(actor.accountId, environment) });
  },
});
