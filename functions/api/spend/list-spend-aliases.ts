import * as z from 'zod';
import { environmentField } from '#functions/api/owner-scope.ts';
import type { Deps } from '#functions/http/attribution/deps.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { exampleAliases, SpendAliases } from './alias-schema.ts';
import { spendScope } from './spend-scope.ts';

export const listSpendAliases = defineEndpoint<Deps>()({
  id: 'listSpendAliases',
  method: 'GET',
  path: '/api/v1/spend/aliases',
  auth: 'viewOrKey',
  summary: 'List aliases of campaigns and ads',
  description: 'Returns what your own values of clicks mean at the networks.',
  query: z.object({ environment: environmentField }),
  responses: { 200: SpendAliases },
  example: { responses: { 200: exampleAliases } },

  async handle({ query, actor }, { spendAliases }) {
    const { accountId, environment } = spendScope(actor, query);
    return ok({ aliases: await spendAliases.all(accountId, environment) });
  },
});
