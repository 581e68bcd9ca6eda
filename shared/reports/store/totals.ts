import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { generationSpans } from '#shared/reports/rules/recounts.ts';
import type { Amount, Cell, DayAmount, TimeBasis } from '#shared/reports/rules/totals.ts';
import { queryCounters } from '#shared/store/beside.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix, keyOf } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { type Decimal, decimalOf, sumDecimals } from '#shared/values/decimal.ts';
import { sha256 } from '#shared/values/ids.ts';
import { rawNumber } from '#shared/values/json.ts';
import { quarterOf } from '#shared/values/quarter-hours.ts';
import { applyStreamRecordOnce, type Recorded } from './apply-stream-record-once.ts';
import { recountsOf } from './recounts.ts';
import { type StreamScale, streamScaleIn } from './stream-scale.ts';

/** What one stream record adds to a cell. `at`: the time that puts it on its day. */
export type Contribution = Recorded & Addend;
/** What an event adds to a cell. */
export type Addend = Amount & { at: string; receivedAt: string };

type TotalItem = Item & { cell: Cell; count: number; value: number | string; newest: string };

/** Conversion totals, one item per cell; the same record counts once, however often it is delivered. */
export const totalsIn = (
  table: Table,
  { now, scale = streamScaleIn(table, { now }) }: { now: () => number; scale?: StreamScale },
) => ({
  /** Adds the contributions of one shard, given in the shard's order. One write, or two after a redelivery. */
  async add(
    cell: Cell,
    shardId: string,
    contributions: readonly Contribution[],
    generation = 0,
  ): Promise<void> {
    await applyStreamRecordOnce(table, {
      key: keyOfCell(cell, cellId(cell), generation),
      shardId,
      now,
      scale,
      contributions,
      changeOf: (pending) => additionOf(cell, pending),
    });
  },

  /** What a recount adds to a cell, as a step of a transaction. `part`: of the recount, which none other adds to. */
  addition: (
    cell: Cell,
    amounts: readonly Addend[],
    { generation, part }: { generation: number; part: string },
  ): Part => ({
    key: keyOfCell(cell, `${cellId(cell)}#${part}`, generation),
    ...additionOf(cell, amounts),
  }),

  /** The account's cells of the UTC days from `from` to `to`, both included; a recounted one may come in several parts. */
  async *between(
    accountId: number,
    environment: Environment,
    basis: TimeBasis,
    from: string,
    to: string,
  ): AsyncGenerator<Cell & DayAmount & { newest: string }> {
    for (const span of generationSpans(await recountsOf(table, accountId), from, to)) {
      const { pk } = keyOf.total(accountId, environment, basis, '', '', span.generation);
      const range = [`${span.from}#`, afterPrefix(`${span.to}#`)] as const;
      for await (const item of queryCounters<TotalItem>(table, pk, range, await scale.largeFrom())) {
        const { cell, count, value, newest } = item;
        yield { ...cell, count, value: decimal(value), newest, quarters: quartersOf(item) };
      }
    }
  },
});

const keyOfCell = ({ accountId, environment, basis, day }: Cell, id: string, generation: number) =>
  keyOf.total(accountId, environment, basis, day, id, generation);

function additionOf(cell: Cell, amounts: readonly Addend[]) {
  const quarters = [...Map.groupBy(amounts, ({ at }) => quarterOf(at))].map(
    ([quarter, some]) => [quarter, sumOf(some)] as const,
  );
  const sum = sumOf(quarters.map(([, some]) => some));
  return {
    update: `SET newest = :newest, cell = :cell ADD #count :count, #value :value${quarters
      .map(([quarter]) => `, n${quarter} :n${quarter}, v${quarter} :v${quarter}`)
      .join('')}` as const,
    names: { '#count': 'count', '#value': 'value' },
    values: {
      ':newest': newestOf(amounts),
      ':cell': cell,
      ':count': sum.count,
      ':value': rawNumber(sum.value),
      ...Object.fromEntries(
        quarters.flatMap(([quarter, { count, value }]) => [
          [`:n${quarter}`, count],
          [`:v${quarter}`, rawNumber(value)],
        ]),
      ),
    },
  };
}

function newestOf(amounts: readonly Addend[]): string {
  let newest = '';
  for (const { receivedAt } of amounts) if (receivedAt > newest) newest = receivedAt;
  return newest;
}

const sumOf = (amounts: readonly Amount[]): Amount => ({
  count: amounts.reduce((sum, { count }) => sum + count, 0),
  value: sumDecimals(amounts.map(({ value }) => value)),
});

const decimal = (stored: unknown): Decimal => decimalOf(String(stored));

function quartersOf(item: Item): ReadonlyMap<number, Amount> {
  const counts = Object.entries(item).filter(([name]) => /^n\d+$/.test(name));
  return new Map(
    counts.map(([name, count]) => [
      Number(name.slice(1)),
      { count: Number(count), value: decimal(item[`v${name.slice(1)}`]) },
    ]),
  );
}

/** A cell without its pixel is from before pixels were distinguished. */
const cellId = ({ pixelKey, campaign, ad_group, ad_id, event_type, currency }: Cell) =>
  sha256(JSON.stringify([campaign, ad_group, ad_id, event_type, currency, pixelKey])).slice(0, 32);
