import type { EffectOf } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { resultOrNull } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';

/** A thing that a recovery ended. `parent` is the thing that it belongs to, if it has one. `createdAt` is ISO 8601 in UTC. */
export type EndedThing = {
  kind: string;
  id: string;
  parent?: string;
  detail: string;
  createdAt: string | null;
};

/** A setting from before a recovery that stays, and that the owner is to confirm. */
export type SettingToConfirm = { field: string; value: string };

export type Recovery = {
  userId: number;
  sessionEpoch: number;
  by: EffectOf<'account_recovered'>['by'];
  at: string;
  ended: readonly EndedThing[];
  toConfirm: readonly SettingToConfirm[];
  /** When the owner confirmed the settings. */
  confirmedAt?: string;
};

/** As long as the activity of an account that operators look into. */
const retentionMs = days(90);

/** What recoveries of accounts ended, for the mail about it and for the console. They expire after 90 days. */
export const recoveriesIn = (table: Table, { now }: { now: () => number }) => ({
  /** Stores what a recovery is to end, once: a repeat returns the first list, which a retry then works through. */
  async begin(recovery: Recovery): Promise<Recovery> {
    const item = {
      ...keyOf.recovery(recovery.userId, recovery.sessionEpoch),
      kind: 'account_recovery',
      ...recovery,
      ttl: Math.ceil((now() + retentionMs) / 1000),
    };
    return (await table.putNew<Item & Recovery>(item)) ?? recovery;
  },

  /** By one strongly consistent read. */
  byEpoch: (userId: number, sessionEpoch: number): Promise<Recovery | null> =>
    table.get<Item & Recovery>(keyOf.recovery(userId, sessionEpoch), { consistent: true }),

  /** Records that the owner confirmed the settings; the first time stays. `null` when there is no such recovery. */
  async confirm(userId: number, sessionEpoch: number): Promise<Recovery | null> {
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
