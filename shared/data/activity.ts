import type { ActivityCell } from '#shared/domain/activity.ts';
import type { Environment } from '#shared/domain/keys.ts';
import { addOnce, type Recorded } from './add-once.ts';
import { afterPrefix, keyOf } from './keys.ts';
import type { Item, Table } from './table.ts';

export type Activity = ReturnType<typeof activityIn>;

/** Counters of what happened on an account's days, one item per counter. */
export const activityIn = (table: Table, { now }: { now: () => number }) => ({
  /** Counts stream records of one shard, given in its order: each once, however often it is delivered. */
  count: (cell: ActivityCell, shardId: string, records: readonly Recorded[]): Promise<void> =>
    addOnce(table, {
      key: keyOfCell(cell),
      shardId,
      now,
      contributions: records,
      changeOf: (pending) => ({
        update: 'SET cell = :cell ADD #count :count',
        names: { '#count': 'count' },
        values: { ':cell': cell, ':count': pending.length },
      }),
    }),

  /** Adds to a counter of which no stream tells. Repeated after a lost answer, it may count twice. */
  async add(cell: ActivityCell, count: number): Promise<void> {
    await table.update({
      key: keyOfCell(cell),
      update: 'SET cell = :cell ADD #count :count',
      names: { '#count': 'count' },
      values: { ':cell': cell, ':count': count },
    });
  },

  /** An account's counters of the days from `from` to `to`, both included. */
  async *between(
    accountId: number,
    environment: Environment,
    from: string,
    to: string,
  ): AsyncGenerator<ActivityCell & { count: number }> {
    const { pk } = keyOf.activity(accountId, environment, '', '', '');
    for await (const { cell, count } of table.query<Item & { cell: ActivityCell; count: number }>(pk, [
      from,
      afterPrefix(to),
    ]))
      yield { ...cell, count };
  },
});

const keyOfCell = ({ accountId, environment, day, metric, detail }: ActivityCell) =>
  keyOf.activity(accountId, environment, day, metric, detail);
