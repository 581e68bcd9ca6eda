import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const keyOf = {
  /** On the day, networks of visitors are hashed with this key, which expires. */
  networkKey: (day: string) => key(`NETWORK_KEY#${day}`, 'KEY'),
  clickRules: (accountId: AccountId) => key(`ACCOUNT#${accountId}`, 'SETTINGS#CLICK_RULES'),
};

export const items = {
  NETWORK_KEY: {
    erasure: 'kept',
    recovery: 'bookkeeping',
    retention: { network_key: { days: 30.5 } },
    eventualReads: ['GetItem KEY'],
  },
} as const satisfies ItemKinds;
