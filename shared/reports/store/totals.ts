import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf } from '#shared/reports/items.ts';
import { generationSpans } from '#shared/reports/rules/recounts.ts';
import type { Amount, Cell, CellAmount, DayAmount, TimeBasis } from '#shared/reports/rules/totals.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { queryCounters } from '#shared/store/overflow-shards.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { type Decimal, decimalOf, sumDecimals } from '#shared/values/decimal.ts';
import { sha256 } from '#shared/values/ids.ts';
import { rawNumber } from '#shared/values/json.ts';
import { quarterOf } from '#shared/values/quarter-hours.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { applyStreamRecordOnce, type Recorded } from './apply-stream-record-once.ts';
import { recountsOf } from './recounts.ts';
import { type StreamScale, streamScaleIn } from './stream-scale.ts';

export type Contribution = Recorded & Addend;
export type Addend = Amount & { at: string; receivedAt: string; isByUser?: boolean };

type TotalItem = Item & { cell: Cell; newest: string };
type Names = { count: string; value: string; quarterCount: string; quarterValue: string };
const all: Names = { count: 'count', value: 'value', quarterCount: 'n', quarterValue: 'v' };
const ofUsers: Names = { count: 'userCount', value: 'userValue', quarterCount: 'un', quarterValue: 'uv' };

export type Totals = ReturnType<typeof totalsIn>;
export const totalsIn = (table: Table, { now, scale = streamScaleIn(table, { now }) }: { now: () => number; scale?: StreamScale }) => ({
  /** `contributions` are in the shard's order. Makes one write, or two after a redelivery. */
  async add(cell: Cell, shardId: string, contributions: readonly Contribution[], generation = 0): Promise<void> {
    await applyStreamRecordOnce(table, {
      key: keyOfCell(cell, cellId(cell), generation),
      shardId,
      now,
      scale,
      contributions,
      changeOf: (pending) => additionOf(cell, pending),
    });
  },

  addition: (cell: Cell, amounts: readonly Addend[], { generation, part }: { generation: number; part: string }): Part => ({
    key: keyOfCell(cell, `${cellId(cell)}#${part}`, generation),
    ...additionOf(cell, amounts),
  }),

  async *between(
    accountId: AccountId,
    environment: Environment,
    basis: TimeBasis,
    from: string,
    to: string,
  ): AsyncGenerator<Cell & CellAmount & { newest: string }> {
    for (const span of generationSpans(await recountsOf(table, accountId), from, to)) {
      const { pk } = keyOf.total(accountId, environment, basis, '', '', span.generation);
      const range = [`${span.from}#`, afterPrefix(`${span.to}#`)] as const;
      for await (const item of queryCounters<TotalItem>(table, pk, range, await scale.largeFrom())) {
        const { cell, newest } = item;
        yield { ...cell, ...amountOf(item, all), newest, byUser: amountOf(item, ofUsers) };
      }
    }
  },
});

const keyOfCell = ({ accountId, environment, basis, day }: Cell, id: string, generation: number) =>
  keyOf.total(accountId, environment, basis, day, id, generation);

function additionOf(cell: Cell, amounts: readonly Addend[]) {
  const byUser = amounts.filter(({ isByUser }) => isByUser);
  const added = [...attributesOf(amounts, all), ...(byUser.length > 0 ? attributesOf(byUser, ofUsers) : [])];
  return {
    update: `SET newest = :newest, cell = :cell ADD ${added.map(([name]) => `#${name} :${name}`).join(', ')}` as const,
    names: Object.fromEntries(added.map(([name]) => [`#${name}`, name])),
    values: {
      ':newest': newestOf(amounts),
      ':cell': cell,
      ...Object.fromEntries(added.map(([name, value]) => [`:${name}`, value])),
    },
  };
}

function attributesOf(amounts: readonly Addend[], names: Names) {
  const quarters = [...Map.groupBy(amounts, ({ at }) => quarterOf(at))].map(([quarter, some]) => [quarter, sumOf(some)] as const);
  const sum = sumOf(quarters.map(([, some]) => some));
  return [
    [names.count, sum.count] as const,
    [names.value, rawNumber(sum.value)] as const,
    ...quarters.flatMap(([quarter, { count, value }]) => [
      [`${names.quarterCount}${quarter}`, count] as const,
      [`${names.quarterValue}${quarter}`, rawNumber(value)] as const,
    ]),
  ];
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

const decimal = (storedValue: unknown): Decimal => decimalOf(String(storedValue));

function amountOf(item: Item, names: Names): DayAmount {
  const quarters = new Map<number, Amount>();
  for (const [name, count] of Object.entries(item)) {
    const quarter = name.startsWith(names.quarterCount) ? name.slice(names.quarterCount.length) : '';
    if (/^\d+$/.test(quarter))
      quarters.set(Number(quarter), {
        count: Number(count),
        value: decimal(item[`${names.quarterValue}${quarter}`]),
      });
  }
  return { count: Number(item[names.count] ?? 0), value: decimal(item[names.value] ?? 0), quarters };
}

const cellId = ({ pixelKey, campaign, ad_group, ad_id, event_type, currency }: Cell) =>
  sha256(JSON.stringify([campaign, ad_group, ad_id, event_type, currency, pixelKey])).slice(0, 32);
