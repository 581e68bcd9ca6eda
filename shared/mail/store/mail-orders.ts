import { keyOf } from '#shared/mail/items.ts';
import type { Effect, EffectOf } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import type { UserId } from '#shared/values/tenant.ts';

type OnceType = Extract<EffectOf<'mail'>['template'], 'one_week_checkin'>;
type OrderItem = Item & { userId: UserId };

export type MailOrders = ReturnType<typeof mailOrdersIn>;

/** The mail is an effect of a conditional write, so an account gets it once. */
export const mailOrdersIn = (table: Table, { now }: { now: () => number }) => ({
  async without(userIds: readonly number[], type: OnceType): Promise<number[]> {
    const items = await table.getMany<OrderItem>(userIds.map((userId) => keyOf.mailOnce(userId, type)));
    const had = new Set(items.map(({ userId }) => userId));
    return userIds.filter((userId) => !had.has(userId));
  },

  async order(userId: UserId, type: OnceType): Promise<void> {
    const effect: Effect = {
      kind: 'mail',
      id: `${type}#${userId}`,
      to_user: userId,
      template: type,
      data: {},
    };
    await table.putNew({
      ...keyOf.mailOnce(userId, type),
      kind: 'mail_order',
      userId,
      orderedAt: new Date(now()).toISOString(),
      effects: JSON.stringify([effect]),
    });
  },
});
