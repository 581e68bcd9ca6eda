import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const keyOf = {
  apiKeySecret: (sha256: string) => key(`KEY#${sha256}`, 'KEY'),
  apiKey: (accountId: AccountId, keyId: string) => key(`ACCOUNT#${accountId}`, `KEY#${keyId}`),
  accountOfKey: (keyId: string) => key(`KEYID#${keyId}`, 'ACCOUNT'),
  keyCount: (accountId: AccountId) => key(`ACCOUNT#${accountId}`, 'KEYCOUNT'),
  keyRequest: (accountId: AccountId, operation: 'create' | 'rotate', digest: string) =>
    key(`KEYREQUEST#${accountId}#${operation}#${digest}`, 'REQUEST'),
  keyAlert: (keyId: string, day: string) => key(`ALERT#${keyId}#${day}`, 'ALERT'),
  accountSettings: (accountId: AccountId) => key(`ACCOUNT#${accountId}`, 'SETTINGS'),
};

export const items = {
  KEY: {
    erasure: 'attribute',
    recovery: { ends: 'api_key' },
    retention: { secret: { days: 30 } },
    eventualReads: ['GetItem KEY'],
  },
  ACCOUNT: {
    erasure: 'pk',
    recovery: { ends: 'api_key' },
    eventualReads: ['GetItem KEY'],
    records: ['api_key', 'settings'],
  },
  KEYID: { erasure: 'attribute', recovery: { ends: 'api_key' } },
  KEYREQUEST: { erasure: 'pk', recovery: 'ended_secret', retention: { KEYREQUEST: { days: 2 } } },
  ALERT: { erasure: 'kept', recovery: 'for_reports', retention: { key_alert: { days: 3 } } },
} as const satisfies ItemKinds;
