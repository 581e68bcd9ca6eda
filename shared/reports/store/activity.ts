import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { ActivityCell } from '#shared/reports/rules/activity.ts';
import { countersOfEvents, generationOf, generationSpans } from '#shared/reports/rules/recounts.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix, keyOf } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { quarterOf } from '#shared/values/quarter-hours.ts';
import { applyStreamRecordOnce, type Recorded } from './apply-stream-record-once.ts';
import { recountsOf } from './recounts.ts';

/** How much one stream record adds to a counter, and when that happened. */
export type Counted = Recorded & { at: string; count: number };
/** A counter of a UTC day, and its parts by quarter hours. */
export type DayCounter = ActivityCell & { count: number; quarters: ReadonlyMap<number, number> };

type CounterItem = Item & { cell: ActivityCell; count: number };

/** Counters of what happened on an account's days, one item per counter. */
export const activityIn = (table: Table, { now }: { now: () => number }) => ({
  /** Counts stream records of one shard, given in its order: each once, however often it is delivered. */
  count: (cell: ActivityCell, shardId: string, records: readonly Counted[], generation = 0): Promise<void> =>
    applyStreamRecordOnce(table, {
      key: keyOf.activity(cell.accountId, cell.environment, cell, generation),
      shardId,
      now,
      contributions: records,
      changeOf: (pending) => additionOf(cell, pending),
    }),

  /** What a recount adds to a counter, as a step of a transaction. `part`: of the recount, which none other adds to. */
  addition(
    cell: ActivityCell,
    amounts: readonly Omit<Counted, 'sequence'>[],
    { generation, part }: { generation: number; part: string },
  ): Part {
    const { pk, sk } = keyOf.activity(cell.accountId, cell.environment, cell, generation);
    return { key: { pk, sk: `${sk}#${part}` }, ...additionOf(cell, amounts) };
  },

  /** An account's counters of the UTC days from `from` to `to`, both included; a recounted one may come in several parts. */
  async *between(
    accountId: number,
    environment: Environment,
    from: string,
    to: string,
  ): AsyncGenerator<DayCounter> {
    const recounts = await recountsOf(table, accountId);
    const counters = async function* (generation: number, first: string, last: string) {
      const nothing = { day: '', metric: '', detail: '' };
      const { pk } = keyOf.activity(accountId, environment, nothing, generation);
      for await (const item of table.query<CounterItem>(pk, [first, afterPrefix(last)])) {
        const quarters = Object.entries(item)
          .filter(([name]) => /^n\d+$/.test(name))
          .map(([name, count]) => [Number(name.slice(1)), Number(count)] as const);
        yield { ...item.cell, count: item.count, quarters: new Map(quarters) };
      }
    };
    // What a recount does not count stays as it was counted first.
    for await (const counter of counters(0, from, to))
      if (!countersOfEvents.has(counter.metric) || generationOf(recounts, counter.day) === 0) yield counter;
    for (const span of generationSpans(recounts, from, to))
      if (span.generation > 0) yield* counters(span.generation, span.from, span.to);
  },
});

function additionOf(cell: ActivityCell, records: readonly Omit<Counted, 'sequence'>[]) {
  const quarters = [...Map.groupBy(records, ({ at }) => quarterOf(at))].map(
    ([quarter, some]) => [quarter, sumOf(some)] as const,
  );
  return {
    update:
      `SET cell = :cell ADD #count :count${quarters.map(([quarter]) => `, n${quarter} :n${quarter}`).join('')}` as const,
    names: { '#count': 'count' },
    values: {
      ':cell': cell,
      ':count': sumOf(records),
      ...Object.fromEntries(quarters.map(([quarter, count]) => [`:n${quarter}`, count])),
    },
  };
}

const sumOf = (records: readonly { count: number }[]) => records.reduce((sum, { count }) => sum + count, 0);
