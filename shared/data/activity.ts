import type { ActivityCell } from '#shared/domain/activity.ts';
import type { Environment } from '#shared/domain/keys.ts';
import { quarterOf } from '#shared/domain/quarter-hours.ts';
import { addOnce, type Recorded } from './add-once.ts';
import { afterPrefix, keyOf } from './keys.ts';
import type { Item, Table } from './table.ts';

export type ActivityCounters = ReturnType<typeof activityIn>;
/** How much one stream record adds to a counter, and when that happened. */
export type Counted = Recorded & { at: string; count: number };
/** A counter of a UTC day, and its parts by quarter hours. */
export type DayCounter = ActivityCell & { count: number; quarters: ReadonlyMap<number, number> };

type CounterItem = Item & { cell: ActivityCell; count: number };

/** Counters of what happened on an account's days, one item per counter. */
export const activityIn = (table: Table, { now }: { now: () => number }) => ({
  /** Counts stream records of one shard, given in its order: each once, however often it is delivered. */
  count: (cell: ActivityCell, shardId: string, records: readonly Counted[]): Promise<void> =>
    addOnce(table, {
      key: keyOf.activity(cell.accountId, cell.environment, cell),
      shardId,
      now,
      contributions: records,
      changeOf: (pending) => {
        const quarters = [...Map.groupBy(pending, ({ at }) => quarterOf(at))].map(
          ([quarter, some]) => [quarter, sumOf(some)] as const,
        );
        return {
          update: `SET cell = :cell ADD #count :count${quarters.map(([quarter]) => `, n${quarter} :n${quarter}`).join('')}`,
          names: { '#count': 'count' },
          values: {
            ':cell': cell,
            ':count': sumOf(pending),
            ...Object.fromEntries(quarters.map(([quarter, count]) => [`:n${quarter}`, count])),
          },
        };
      },
    }),

  /** An account's counters of the UTC days from `from` to `to`, both included. */
  async *between(
    accountId: number,
    environment: Environment,
    from: string,
    to: string,
  ): AsyncGenerator<DayCounter> {
    const { pk } = keyOf.activity(accountId, environment, { day: '', metric: '', detail: '' });
    for await (const item of table.query<CounterItem>(pk, [from, afterPrefix(to)])) {
      const quarters = Object.entries(item)
        .filter(([name]) => /^n\d+$/.test(name))
        .map(([name, count]) => [Number(name.slice(1)), Number(count)] as const);
      yield { ...item.cell, count: item.count, quarters: new Map(quarters) };
    }
  },
});

const sumOf = (records: readonly { count: number }[]) => records.reduce((sum, { count }) => sum + count, 0);
