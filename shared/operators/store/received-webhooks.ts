import { keyOf } from '#shared/operators/items.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import { newId } from '#shared/values/ids.ts';

export type ReceivedWebhook = {
  id: string;
  at: string;
  source: 'billing' | 'partner';
  /** A partner's event has no ID, so the licence key replaces it. */
  eventId: string;
  type: string;
  outcome: string;
  isDuplicate: boolean;
};

const retentionSeconds = daysInSeconds(90);

export const receivedWebhooksIn = (table: Table, { now }: { now: () => number }) => ({
  async record(webhook: Omit<ReceivedWebhook, 'id' | 'at'>): Promise<void> {
    const id = newId('in');
    const at = new Date(now()).toISOString();
    const ttl = Math.ceil(now() / 1000) + retentionSeconds;
    await table.put({ ...keyOf.receivedWebhook(at, id), kind: 'received_webhook', id, at, ...webhook, ttl });
  },

  async page({ before, limit }: { before: string | undefined; limit: number }): Promise<{
    webhooks: ReceivedWebhook[];
    next: string | null;
  }> {
    const { pk } = keyOf.receivedWebhook('', '');
    const { items, more } = await table.last<Item & ReceivedWebhook>(pk, { before, limit });
    return { webhooks: items, next: more ? (items.at(-1)?.sk ?? null) : null };
  },
});
