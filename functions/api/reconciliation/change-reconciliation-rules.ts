import { activity } from '#shared/activity/activity.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { reconciliationRules } from '#shared/reconciliation/needs.ts';
import { exampleRules, ReconciliationRulesBody, ReconciliationRulesFields, rulesAnswer } from './rules-schema.ts';

export const changeReconciliationRules = defineEndpoint({
  id: 'changeReconciliationRules',
  method: 'PUT',
  path: '/api/v1/pixel/reconciliation-rules',
  auth: 'view',
  needs: { reconciliationRules },
  unknownFields: 'refused',
  summary: 'Replace the reconciliation rules',
  description:
    'Replaces all rules. They apply to reconciliations that are created from then on; earlier ones keep their rules. Of two changes the later one applies.',
  body: ReconciliationRulesBody,
  responses: { 200: ReconciliationRulesFields },
  example: { body: exampleRules, responses: { 200: exampleRules } },

  async handle({ body, actor }, { reconciliationRules }) {
    const { accountId } = actor;
    const { paidStatuses = [] } = body.paid_statuses ? {} : await reconciliationRules.read(accountId);
    const rules = {
      paidStatuses: body.paid_statuses ?? paidStatuses,
      excludedStatuses: body.excluded_statuses,
      excludedChannels: body.excluded_channels,
      excludesTests: body.exclude_tests,
      coverageBound: body.coverage_bound,
    };
    const activityEffect = await activity('reconciliation_rules_changed', accountId, {
      statuses: rules.excludedStatuses.length,
      channels: rules.excludedChannels.length,
    });
    await reconciliationRules.change(accountId, rules, [activityEffect]);
    return ok(rulesAnswer(rules));
  },
});
