import type { Effect } from '#shared/messages/effects.ts';
import { keyOf } from '#shared/notifications/items.ts';
import { type Item, withEffects } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import { randomText } from '#shared/values/ids.ts';
import type { UserId } from '#shared/values/tenant.ts';

type NotificationItem = Item & { at: string; by: string };
type Once = {
  effects?: readonly Effect[];
  retentionDays?: number;
};

export const notificationsIn = (table: Table, { now }: { now: () => number }) => ({
  async once(userId: UserId, thing: string, { effects = [], retentionDays }: Once = {}) {
    const notification: NotificationItem = {
      ...keyOf.notification(userId, thing),
      kind: 'notification',
      at: new Date(now()).toISOString(),
      by: randomText(12),
      ...withEffects(effects),
      ...(retentionDays && { ttl: Math.ceil(now() / 1000) + daysInSeconds(retentionDays) }),
    };
    const first = await table.putNew<NotificationItem>(notification);
    if (!first || first.by === notification.by) return { isFirst: true, at: notification.at };
    return { isFirst: false, at: first.at };
  },

  async at(userId: UserId, thing: string): Promise<string | null> {
    const item = await table.get<NotificationItem>(keyOf.notification(userId, thing), { consistent: true });
    return item?.at ?? null;
  },

  /** The keys of the map lack `prefix`. Makes one strongly consistent query. */
  async timesOf(userId: UserId, prefix: string): Promise<Map<string, string>> {
    const { pk } = keyOf.notification(userId, prefix);
    const times = new Map<string, string>();
    const query = table.query<NotificationItem>(pk, [prefix, afterPrefix(prefix)], { consistent: true });
    for await (const { sk, at } of query) times.set(sk.slice(prefix.length), at);
    return times;
  },
});
