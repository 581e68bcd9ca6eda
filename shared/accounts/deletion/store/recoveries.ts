import { keyOf } from '#shared/accounts/deletion/items.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import { resultOrNull } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import type { UserId } from '#shared/values/tenant.ts';

export type EndedThing = {
  kind: string;
  id: string;
  parent?: string;
  detail: string;
  createdAt: string | null;
};

export type SettingToConfirm = { field: string; value: string };

export type Recovery = {
  userId: UserId;
  sessionEpoch: number;
  by: EffectOf<'account_recovered'>['by'];
  at: string;
  ended: readonly EndedThing[];
  toConfirm: readonly SettingToConfirm[];
  confirmedAt?: string;
};

const retentionMs = days(90);

export const recoveriesIn = (table: Table, { now }: { now: () => number }) => ({
  /** A repeat returns the first call's list, so that a retry completes it. */
  async start(recovery: Recovery): Promise<Recovery> {
    const item = {
      ...keyOf.recovery(recovery.userId, recovery.sessionEpoch),
      kind: 'account_recovery',
      ...recovery,
      ttl: Math.ceil((now() + retentionMs) / 1000),
    };
    return (await table.putNew<Item & Recovery>(item)) ?? recovery;
  },

  byEpoch: (userId: UserId, sessionEpoch: number): Promise<Recovery | null> =>
    table.get<Item & Recovery>(keyOf.recovery(userId, sessionEpoch), { consistent: true }),

  async confirm(userId: UserId, sessionEpoch: number): Promise<Recovery | null> {
    return await resultOrNull(
      table.update<Item & Recovery>({
        key: keyOf.recovery(userId, sessionEpoch),
        update: 'SET confirmedAt = if_not_exists(confirmedAt, :at)',
        condition: 'attribute_exists(pk)',
        values: { ':at': new Date(now()).toISOString() },
      }),
    );
  },
});
