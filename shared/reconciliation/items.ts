import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const keyOf = {
  reconciliation: (accountId: AccountId, environment: string, id: string) => key(`RECONCILIATIONS#${accountId}#${environment}`, id),
  reconciliationPart: (accountId: AccountId, environment: string, id: string, name: string) =>
    key(`RECONCILIATIONPARTS#${accountId}#${environment}#${id}`, name),
  reconciliationRequest: (accountId: AccountId, digest: string) => key(`RECONCILIATIONREQUEST#${accountId}#${digest}`, 'REQUEST'),
  reconciliationRules: (accountId: AccountId) => key(`RECONCILIATIONRULES#${accountId}`, 'RULES'),
  reconciliationMonth: (accountId: AccountId, environment: string, month: string) =>
    key(`RECONCILIATIONMONTHS#${accountId}`, `${environment}#${month}`),
  reconciliationRepair: (accountId: AccountId, environment: string) => key(`RECONCILIATIONREPAIRS#${accountId}`, environment),
};

export const items = {
  RECONCILIATIONS: {
    erasure: 'pk',
    recovery: 'compares_orders',
    retention: { reconciliation: { days: 90 } },
    records: ['reconciliation_live', 'reconciliation_test'],
  },
  RECONCILIATIONPARTS: {
    erasure: 'pk',
    recovery: 'compares_orders',
    retention: { reconciliation_part: { days: 90 }, reconciliation_preview: { seconds: 3600 } },
    forms: { reconciliations: 1 },
  },
  RECONCILIATIONREQUEST: {
    erasure: 'pk',
    recovery: 'compares_orders',
    retention: { reconciliation_request: { days: 1 } },
  },
  RECONCILIATIONRULES: {
    erasure: 'pk',
    recovery: { confirms: 'reconciliation_rules' },
    records: ['reconciliation_rules'],
  },
  RECONCILIATIONMONTHS: {
    erasure: 'pk',
    recovery: 'compares_orders',
    records: ['reconciliation_month_live', 'reconciliation_month_test'],
  },
  RECONCILIATIONREPAIRS: { erasure: 'pk', recovery: 'compares_orders' },
} as const satisfies ItemKinds;
