import type { Order } from './orders.ts';

export type ReconciliationRules = {
  excludedStatuses: readonly string[];
  excludedChannels: readonly string[];
  excludesTests: boolean;
  coverageBound: number;
};

export const defaultRules: ReconciliationRules = {
  excludedStatuses: [
    ...['pending', 'on-hold', 'authorized', 'unpaid', 'voided', 'expired', 'failed', 'cancelled', 'canceled'],
    ...['draft', 'checkout-draft', 'auto-draft', 'trash', 'incomplete', 'requires_payment_method'],
  ],
  excludedChannels: [],
  excludesTests: true,
  coverageBound: 0.9,
};

export const maxRuleTexts = 50;
export type ExclusionReason = 'test' | 'status' | 'channel';

/** WooCommerce adds `wc-` to statuses in some exports, as in `wc-pending`. */
export const ruleText = (text: string): string => text.trim().toLowerCase().replace(/^wc-/, '');

export function exclusionOf(
  order: Pick<Order, 'isTest' | 'status' | 'salesChannel'>,
  rules: ReconciliationRules,
): ExclusionReason | null {
  if (order.isTest && rules.excludesTests) return 'test';
  if (order.status !== null && rules.excludedStatuses.includes(ruleText(order.status))) return 'status';
  const isExcluded =
    order.salesChannel !== null && rules.excludedChannels.includes(ruleText(order.salesChannel));
  return isExcluded ? 'channel' : null;
}
