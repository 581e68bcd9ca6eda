import * as z from 'zod';
import { ruleText } from '#shared/orders/rules/status.ts';
import { defaultRules, maxRuleTexts, type ReconciliationRules } from '#shared/reconciliation/rules/account-rules.ts';
import { isPlain } from '#shared/values/plain-text.ts';

const Texts = z
  .array(z.string().trim().min(1).max(100).refine(isPlain, { error: 'Control characters are not allowed' }).transform(ruleText))
  .max(maxRuleTexts)
  .refine((texts) => new Set(texts).size === texts.length, { error: 'Each text once' });

const rulesFields = {
  excluded_statuses: Texts.meta({
    description:
      'Statuses of orders that are no sales, such as `pending`. Case, blanks, hyphens and underscores make no difference, `wc-` is dropped, and the labels of Shopify, WooCommerce, Stripe and Paddle are known in their languages.',
  }),
  excluded_channels: Texts.meta({
    description: "The shop's own channels whose orders adtrail does not get, such as `pos`.",
  }),
  exclude_tests: z.boolean().meta({ description: 'Whether orders with `test: true` are excluded.' }),
  coverage_bound: z.number().min(0).max(1).meta({
    description: 'From 0 to 1. A file of at least 20 orders with a lower coverage sends `reconciliation.coverage_low`. 0 sends none.',
  }),
};
const paidStatuses = Texts.meta({
  description:
    'Statuses of sales that no list of a shop has, such as `ready to ship`. Orders of a status that neither list has are `unclear_status`, and no repair touches them.',
});
export const ReconciliationRulesFields = z.object({ ...rulesFields, paid_statuses: paidStatuses }).meta({ id: 'ReconciliationRules' });
export const ReconciliationRulesBody = z
  .object({
    ...rulesFields,
    paid_statuses: paidStatuses.optional().meta({
      description: 'Statuses of sales that no list of a shop has. Without it, the stored ones stay.',
    }),
  })
  .meta({ id: 'ReconciliationRulesRequest' });

export const rulesAnswer = (rules: ReconciliationRules): z.input<typeof ReconciliationRulesFields> => ({
  excluded_statuses: [...rules.excludedStatuses],
  paid_statuses: [...(rules.paidStatuses ?? [])],
  excluded_channels: [...rules.excludedChannels],
  exclude_tests: rules.excludesTests,
  coverage_bound: rules.coverageBound,
});
export const exampleRules = { ...rulesAnswer(defaultRules), excluded_channels: ['pos'] };
