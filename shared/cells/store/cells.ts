import { keyOf } from '#shared/cells/items.ts';
import {
  type Cell,
  type Contribution,
  type CountedCell,
  dimensions,
  type Owner,
  type Quarter,
  type Series,
} from '#shared/cells/rules/cells.ts';
import { idOf, sumOf, unpacked } from '#shared/cells/rules/packing.ts';
import { signedOf, sumSigned } from '#shared/cells/rules/signed.ts';
import { applyStreamRecordOnce, type Recorded } from '#shared/reports/store/apply-stream-record-once.ts';
import type { StreamScale } from '#shared/reports/store/stream-scale.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { queryCounters } from '#shared/store/overflow-shards.ts';
import type { Table } from '#shared/store/table.ts';
import { sha256 } from '#shared/values/ids.ts';
import { rawNumber } from '#shared/values/json.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type Addition = Recorded & Quarter;
export type Place = { cell: Cell; arrived: string; generation: number };
/** The seal contains the cells of records up to the day `through`. */
export type SealHead = Item & {
  number: number;
  seal: string;
  through: string;
  parts: readonly string[];
  sealedAt: string;
};
export type Chunk = Item & { packed: Uint8Array };
export type CellItem = Item & { names: string[] };

export type Cells = ReturnType<typeof cellsIn>;

const idLength = 24;

/** A cell has an item per day of arrival. */
export const cellsIn = (table: Table, { now, scale }: { now: () => number; scale: StreamScale }) => ({
  /** Makes one write, or two after a redelivery. The records are of one shard, in order. */
  async add(owner: Owner, { cell, arrived, generation }: Place, shardId: string, additions: readonly Addition[]): Promise<void> {
    const { series, day, names } = cell;
    const id = sha256(idOf(names)).slice(0, idLength);
    await applyStreamRecordOnce(table, {
      key: keyOf.cell(owner, series, { day, arrived, id }, generation),
      shardId,
      now,
      scale,
      contributions: additions,
      changeOf: (pending) => additionOf(cell, pending),
    });
  },

  async addMarked(
    accountId: AccountId,
    { openedAt, generation }: { openedAt: string; generation: number },
    shardId: string,
    records: readonly Recorded[],
  ): Promise<void> {
    await applyStreamRecordOnce(table, {
      key: keyOf.cellRecount(accountId, openedAt.slice(0, 10), generation),
      shardId,
      now,
      scale,
      contributions: records,
      changeOf: (pending) => ({
        update: 'SET #kind = :kind ADD #n :n',
        names: { '#kind': 'kind', '#n': 'n' },
        values: { ':kind': 'cell_recount', ':n': pending.length },
      }),
    });
  },

  async markedCounted(accountId: AccountId, { openedAt, generation }: { openedAt: string; generation: number }): Promise<number> {
    const { pk, sk } = keyOf.cellRecount(accountId, openedAt.slice(0, 10), generation);
    let count = 0;
    for await (const item of queryCounters<Item>(table, pk, [sk, sk], await scale.largeFrom())) count += Number(item.n);
    return count;
  },

  /** Returns lists, because a report has tens of thousands of cells, and an await for each is slow. */
  async *between(
    owner: Owner,
    series: Series,
    { from, to, generation }: { from: string; to: string; generation: number },
  ): AsyncGenerator<CountedCell[]> {
    const range = [`${from}#`, afterPrefix(`${to}#`)] as const;
    const { pk } = keyOf.cellSealHead(owner, series, from, generation);
    const unsealedPk = keyOf.cell(owner, series, { day: '', arrived: '', id: '' }, generation).pk;
    const largeFrom = await scale.largeFrom();
    const [items, opened] = await Promise.all([
      Array.fromAsync(table.query<Item>(pk, range)),
      Array.fromAsync(queryCounters<CellItem>(table, unsealedPk, range, largeFrom)),
    ]);
    const heads = new Map(items.filter(isHead).map((head) => [dayOfKey(head), head]));
    const chunks = new Map(items.map((item) => [item.sk, item]));
    for (const [day, head] of heads)
      for (const part of head.parts) {
        const key = keyOf.cellChunk(owner, series, { day, seal: head.seal, part }, generation);
        // An eventually consistent read that returns the head may miss chunks.
        const chunk = chunks.get(key.sk) ?? (await table.get<Chunk>(key, { consistent: true }));
        if (chunk) yield unpacked((chunk as Chunk).packed, { series, day });
      }
    yield opened.filter((item) => arrivedOf(item) > (heads.get(dayOfKey(item))?.through ?? '')).map((item) => cellOf(item, series));
  },
});

export const isHead = (item: Item): item is SealHead => item.sk.endsWith('#HEAD');
export const dayOfKey = ({ sk }: Item) => sk.slice(0, 10);
export const arrivedOf = ({ sk }: Item) => sk.slice(11, 21);

export function cellOf(item: CellItem, series: Series): CountedCell {
  const quarters: Quarter[] = [];
  for (const name of Object.keys(item)) {
    const quarter = /^n\d+$/.test(name) ? Number(name.slice(1)) : undefined;
    if (quarter !== undefined)
      quarters.push({
        quarter,
        count: Number(item[name]),
        value: item[`v${quarter}`] === undefined ? '0' : signedOf(item[`v${quarter}`]),
      });
  }
  const names = dimensions.map((_, at) => item.names[at] ?? '');
  return { series, day: dayOfKey(item), names, quarters, ...sumOf(quarters) };
}

function additionOf({ names }: Cell, additions: readonly Quarter[]) {
  const quarters = [...Map.groupBy(additions, ({ quarter }) => quarter)].flatMap(([quarter, some]) => {
    const count = some.reduce((sum, addition) => sum + addition.count, 0);
    const value = sumSigned(some.map((addition) => addition.value));
    return [[`n${quarter}`, count] as const, ...(value === '0' ? [] : [[`v${quarter}`, rawNumber(value)] as const])];
  });
  return {
    update: `SET #names = :names ADD ${quarters.map(([name]) => `${name} :${name}`).join(', ')}` as const,
    names: { '#names': 'names' },
    values: {
      ':names': withoutEmptyEnd(names),
      ...Object.fromEntries(quarters.map(([name, amount]) => [`:${name}`, amount])),
    },
  };
}

function withoutEmptyEnd(names: readonly string[]): string[] {
  const end = names.findLastIndex((name) => name !== '') + 1;
  return names.slice(0, end);
}

export type Gathered = Map<string, { owner: Owner; place: Place; additions: Addition[] }>;
export function gather(all: Gathered, owner: Owner, place: Place, contribution: Contribution & Recorded): void {
  const { cell, arrived, generation } = place;
  const id = JSON.stringify([owner.accountId, owner.environment, generation, arrived, cell.series, cell.day, ...cell.names]);
  const entry = all.get(id) ?? { owner, place, additions: [] };
  all.set(id, entry);
  const { sequence, quarter, count, value } = contribution;
  const last = entry.additions.at(-1);
  entry.additions.push({ sequence, quarter, count, value });
  if (last && last.sequence > sequence) throw new Error('Records of a shard come in its order.');
}
