import type { Effect } from '#shared/messages/effects.ts';
import { keyOf } from '#shared/spend/items.ts';
import type { Item } from '#shared/store/item.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import type { AdAccount } from './spend-days.ts';

type StoredStop = { lastDay: string; stoppedOn: string; importId: string | null; at: string };
export type SpendStops = ReturnType<typeof spendStopsIn>;

export const spendStopsIn = (table: Table) => {
  const keyFor = ({ accountId, environment, network, adAccount }: AdAccount) =>
    keyOf.spendStop(accountId, environment, { network, adAccount });
  return {
    /** A stop is new after spend, or if the earlier report was undone and its last day with spend differs. */
    claim: (of: AdAccount, stop: StoredStop, effects: readonly Effect[]): Promise<boolean> => {
      const { accountId, environment, network, adAccount } = of;
      const facts = { kind: 'spend_stop', accountId, environment, network, adAccount, ...stop };
      return tookEffect(
        table.put(
          { ...keyFor(of), ...facts, effects: JSON.stringify(effects) },
          'attribute_not_exists(pk) OR lastDay < :last OR (attribute_exists(undoneAt) AND lastDay <> :last)',
          { values: { ':last': stop.lastDay } },
        ),
      );
    },

    /** The call is idempotent. */
    async noteUndone(of: AdAccount, importId: string, at: string): Promise<void> {
      const update = 'SET undoneAt = if_not_exists(undoneAt, :at)';
      await tookEffect(
        table.update<Item>({
          key: keyFor(of),
          update,
          condition: 'importId = :import',
          values: { ':at': at, ':import': importId },
        }),
      );
    },
  };
};
