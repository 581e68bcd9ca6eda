import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const keyOf = {
  recentClicks: (accountId: AccountId, environment: string, subject: string) =>
    key(`RECENTCLICKS#${accountId}#${environment}#${subject}`, 'CLICKS'),
};

export const items = {
  RECENTCLICKS: {
    erasure: 'pk',
    recovery: 'for_reports',
    retention: { recent_clicks: { days: 2 } },
    forms: { 'recent-clicks': 1 },
  },
} as const satisfies ItemKinds;
