import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const keyOf = {
  destination: (accountId: AccountId, network: string) => key(`DESTINATIONS#${accountId}`, `NETWORK#${network}`),
  destinationRevision: (accountId: AccountId) => key(`DESTINATIONS#${accountId}`, 'REVISION'),
  matchKeys: (accountId: AccountId, environment: string, eventId: string) =>
    key(`MATCHKEYS#${accountId}#${environment}#${eventId}`, 'MATCHKEYS'),
  /** The table `transient` holds these keys. A partition is removed when its day is over. */
  dayKey: (lastDay: string, accountId: AccountId) => key(`DAYKEY#${lastDay}`, `ACCOUNT#${accountId}`),
};

export const items = {
  DESTINATIONS: { erasure: 'pk', recovery: { ends: 'destination' }, records: ['destination'] },
  MATCHKEYS: { erasure: 'pk', recovery: 'for_reports', retention: { match_keys: { days: 8.5 } }, forms: { 'match-keys': 1 } },
  DAYKEY: {
    erasure: 'sk',
    recovery: 'bookkeeping',
    retention: { day_key: [{ days: 8.5 }, { days: 30.5 }] },
    eventualReads: ['GetItem ACCOUNT'],
  },
} as const satisfies ItemKinds;
