import type { DeliveryItems } from '#shared/deliveries/store/delivery-items.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { keyOf } from '#shared/webhooks/items.ts';
import { retentionMs } from '#shared/webhooks/rules/delivery.ts';

export const webhookItems: DeliveryItems = {
  kind: 'webhook_delivery',
  retentionMs,
  targetKey: ({ accountId, id }) => keyOf.webhookEndpoint(accountId, id),
  deliveryKey: ({ accountId, id }, place) => ({
    pk: keyOf.webhookDelivery(accountId, id, '', '').pk,
    sk: place,
  }),
  effectOf: ({ accountId, id }, turn, work, dueAt): EffectOf<'webhook_work'> => ({
    kind: 'webhook_work',
    id: `webhook_work#${id}#${turn}`,
    account_id: accountId,
    endpoint_id: id,
    work,
    due_at: dueAt,
  }),
};
