import * as z from 'zod';
import { listWritesLimit } from '#functions/api/call-limits.ts';
import { actorOf } from '#functions/api/owner-scope.ts';
import { scopeFields } from '#functions/api/read-scope.ts';
import { activity } from '#shared/activity/activity.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { spendAliases } from '#shared/spend/needs.ts';
import { exampleAliases, SpendAliases, SpendAliasesRequest } from './alias-schema.ts';

export const setSpendAliases = defineEndpoint({
  id: 'setSpendAliases',
  method: 'PUT',
  path: '/api/v1/spend/aliases',
  auth: 'view',
  needs: { spendAliases },
  unknownFields: 'refused',
  maxBodyBytes: 4 * 1_048_576,
  summary: 'Set aliases of campaigns and ads',
  description:
    'Replaces what your own values of clicks mean at a network, where they are neither its ids nor its names. Aliases apply when reports are read, to earlier days too.',
  query: z.object({ environment: scopeFields.environment }),
  body: SpendAliasesRequest,
  responses: { 200: SpendAliases },
  errors: ['too_many_requests'],
  callLimit: listWritesLimit,
  example: { body: exampleAliases, responses: { 200: exampleAliases } },

  async handle({ body: { aliases }, query: { environment }, actor }, { spendAliases }) {
    const details = { environment, count: aliases.length };
    const activityEffect = await activity('spend_aliases_changed', actor.accountId, details, actorOf(actor));
    await spendAliases.set(actor.accountId, environment, aliases, [activityEffect]);
    return ok({ aliases });
  },
});
