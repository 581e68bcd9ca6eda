import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { reconciliationRules } from '#shared/reconciliation/needs.ts';
import { exampleRules, ReconciliationRulesFields, rulesAnswer } from './rules-schema.ts';

export const readReconciliationRules = defineEndpoint({
  id: 'readReconciliationRules',
  method: 'GET',
  path: '/api/v1/pixel/reconciliation-rules',
  auth: 'view',
  needs: { reconciliationRules },
  summary: 'Retrieve the reconciliation rules',
  description:
    'Returns which orders of the shop are no sales, and the coverage below which `reconciliation.coverage_low` is sent. They apply to both environments.',
  responses: { 200: ReconciliationRulesFields },
  example: { responses: { 200: exampleRules } },

  async handle({ actor }, { reconciliationRules }) {
    return ok(rulesAnswer(await reconciliationRules.read(actor.accountId)));
  },
});
