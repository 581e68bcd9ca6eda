import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf } from '#shared/reports/items.ts';
import type { ActivityCell } from '#shared/reports/rules/activity.ts';
import { countersOfEvents, generationOf, generationSpans } from '#shared/reports/rules/recounts.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { queryCounters } from '#shared/store/overflow-shards.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { type Decimal, decimalOf, sumDecimals } from '#shared/values/decimal.ts';
import { rawNumber } from '#shared/values/json.ts';
import { quarterOf } from '#shared/values/quarter-hours.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { applyStreamRecordOnce, type Recorded } from './apply-stream-record-once.ts';
import { recountsOf } from './recounts.ts';
import { type StreamScale, streamScaleIn } from './stream-scale.ts';

export type Counted = Recorded & Addend;
type Addend = { at: string; count: number; value?: Decimal };
export type DayCounter = ActivityCell & {
  count: number;
  quarters: ReadonlyMap<number, number>;
  value?: Decimal;
  quarterValues?: ReadonlyMap<number, Decimal>;
};

type CounterItem = Item & { cell: ActivityCell; count: number; value?: unknown };

export type ActivityStore = ReturnType<typeof activityIn>;
export const activityIn = (table: Table, { now, scale = streamScaleIn(table, { now }) }: { now: () => number; scale?: StreamScale }) => ({
  count: (cell: ActivityCell, shardId: string, records: readonly Counted[], generation = 0): Promise<void> =>
    applyStreamRecordOnce(table, {
      key: keyOf.activity(cell.accountId, cell.environment, cell, generation),
      shardId,
      now,
      scale,
      contributions: records,
      changeOf: (pending) => additionOf(cell, pending),
    }),

  addition(cell: ActivityCell, amounts: readonly Addend[], { generation, part }: { generation: number; part: string }): Part {
    const { pk, sk } = keyOf.activity(cell.accountId, cell.environment, cell, generation);
    return { key: { pk, sk: `${sk}#${part}` }, ...additionOf(cell, amounts) };
  },

  async *between(accountId: AccountId, environment: Environment, from: string, to: string): AsyncGenerator<DayCounter> {
    const recounts = await recountsOf(table, accountId);
    const counters = async function* (generation: number, first: string, last: string) {
      const nothing = { day: '', metric: '', detail: '' };
      const { pk } = keyOf.activity(accountId, environment, nothing, generation);
      for await (const item of queryCounters<CounterItem>(table, pk, [first, afterPrefix(last)], await scale.largeFrom())) {
        const quarters = new Map(quartersIn(item, 'n').map(([quarter, count]) => [quarter, Number(count)]));
        const values = quartersIn(item, 'v').map(([quarter, value]) => [quarter, decimal(value)] as const);
        yield {
          ...item.cell,
          count: item.count,
          quarters,
          ...(item.value !== undefined && { value: decimal(item.value), quarterValues: new Map(values) }),
        };
      }
    };
    // A recount does not count the other metrics, so they stay in generation 0.
    for await (const counter of counters(0, from, to))
      if (!countersOfEvents.has(counter.metric) || generationOf(recounts, counter.day) === 0) yield counter;
    for (const span of generationSpans(recounts, from, to)) if (span.generation > 0) yield* counters(span.generation, span.from, span.to);
  },
});

function additionOf(cell: ActivityCell, records: readonly Addend[]) {
  const quarters = [...Map.groupBy(records, ({ at }) => quarterOf(at))].map(([quarter, some]) => [quarter, sumOf(some)] as const);
  const sum = sumOf(quarters.map(([, some]) => some));
  const ofCounts = quarters.map(([quarter]) => `, n${quarter} :n${quarter}`).join('');
  const ofValues = quarters.map(([quarter]) => `, v${quarter} :v${quarter}`).join('');
  const numberOf = (value: Decimal | undefined) => rawNumber(value ?? '0');
  return {
    update: `SET cell = :cell ADD #count :count${ofCounts}${sum.value === undefined ? '' : `, #value :value${ofValues}`}` as const,
    names: { '#count': 'count', ...(sum.value !== undefined && { '#value': 'value' }) },
    values: {
      ':cell': cell,
      ':count': sum.count,
      ...Object.fromEntries(quarters.map(([quarter, { count }]) => [`:n${quarter}`, count])),
      ...(sum.value !== undefined && {
        ':value': numberOf(sum.value),
        ...Object.fromEntries(quarters.map(([quarter, { value }]) => [`:v${quarter}`, numberOf(value)])),
      }),
    },
  };
}

export function sumOf(records: readonly { count: number; value?: Decimal }[]) {
  const values = records.flatMap(({ value }) => value ?? []);
  return {
    count: records.reduce((sum, { count }) => sum + count, 0),
    ...(values.length > 0 && { value: sumDecimals(values) }),
  };
}

const quartersIn = (item: Item, prefix: 'n' | 'v') =>
  Object.entries(item)
    .filter(([name]) => name.startsWith(prefix) && /^.\d+$/.test(name))
    .map(([name, amount]) => [Number(name.slice(1)), amount] as const);

const decimal = (storedValue: unknown): Decimal => decimalOf(String(storedValue));
