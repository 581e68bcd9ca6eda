import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { key } from '#shared/store/keys.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const keyOf = {
  webhookEndpoint: (accountId: AccountId, endpointId: string) => key(`WEBHOOKS#${accountId}`, `ENDPOINT#${endpointId}`),
  webhookCount: (accountId: AccountId) => key(`WEBHOOKS#${accountId}`, 'COUNT'),
  webhookRequest: (accountId: AccountId, operation: string, digest: string) =>
    key(`WEBHOOKREQUEST#${accountId}#${operation}#${digest}`, 'REQUEST'),
  webhookDelivery: (accountId: AccountId, endpointId: string, at: string, eventId: string) =>
    key(`WEBHOOKLOG#${accountId}#${endpointId}`, `${at}#${eventId}`),
};

export const items = {
  WEBHOOKS: { erasure: 'pk', recovery: { ends: 'webhook_endpoint' }, records: ['webhook_endpoint'] },
  WEBHOOKREQUEST: {
    erasure: 'pk',
    recovery: 'ended_secret',
    retention: { WEBHOOKREQUEST: { days: 2 } },
  },
  WEBHOOKLOG: { erasure: 'pk', recovery: 'for_owner', retention: { webhook_delivery: { days: 30 } } },
} as const satisfies ItemKinds;
