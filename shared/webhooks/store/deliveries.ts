import { deliveriesIn } from '#shared/deliveries/store/deliveries.ts';
import type { Table } from '#shared/store/table.ts';
import type { Delivery } from '#shared/webhooks/rules/delivery.ts';
import { webhookItems } from './webhook-items.ts';

export type WebhookDeliveries = ReturnType<typeof webhookDeliveriesIn>;

export const webhookDeliveriesIn = (table: Table, clock: { now: () => number }) => deliveriesIn<Delivery>(table, webhookItems, clock);
