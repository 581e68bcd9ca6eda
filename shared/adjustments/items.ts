import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const keyOf = {
  pendingAdjustments: (accountId: AccountId, environment: string, eventId: string) =>
    key(`ADJUSTMENTS#${accountId}#${environment}#${eventId}`, 'PENDING'),
};

export const items = {
  ADJUSTMENTS: {
    erasure: 'pk',
    recovery: 'for_reports',
    retention: { pending_adjustments: { days: 90 } },
  },
} as const satisfies ItemKinds;
