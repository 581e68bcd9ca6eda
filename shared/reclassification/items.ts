import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const keyOf = {
  /** A rule application's ID begins with its kind and its day. */
  ruleApplication: (accountId: AccountId, id: string) => key(`RULEAPPLICATIONS#${accountId}`, id),
};

export const items = {
  RULEAPPLICATIONS: {
    erasure: 'pk',
    recovery: 'for_reports',
    retention: { rule_application: { days: 90 } },
    records: ['channel_rules_application'],
  },
} as const satisfies ItemKinds;
