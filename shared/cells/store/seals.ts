import { keyOf } from '#shared/cells/items.ts';
import { allSeries, type CountedCell, type Owner, type Series } from '#shared/cells/rules/cells.ts';
import { endedGenerations } from '#shared/cells/rules/generations.ts';
import { merged, packed, unpacked } from '#shared/cells/rules/packing.ts';
import { markPrefix } from '#shared/reports/store/apply-stream-record-once.ts';
import type { StreamScale } from '#shared/reports/store/stream-scale.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { queryCounters } from '#shared/store/overflow-shards.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { days, hours } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { sha256 } from '#shared/values/ids.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { CellStates } from './cell-states.ts';
import { arrivedOf, type CellItem, type Chunk, cellOf, dayOfKey, isHead, type SealHead } from './cells.ts';

/** A stream keeps its records for half of this time, so no record returns afterwards. */
const quietMs = hours(48);
/** A report takes at most an hour, so it still finds the cells that it read before a seal. */
const readersEndMs = hours(1);
/** Fewer cells than this are cheaper to read unsealed. */
export const defaultMinCells = 8;
const daysAtOnce = 8;
const environments = ['live', 'test'] as const;

export type Sealed = { days: number; cells: number; removed: number };

/** A conditional write switches readers to the chunks, and a later run removes the earlier cells. */
export function sealsIn(table: Table, { now, scale, cellStates }: { now: () => number; scale: StreamScale; cellStates: CellStates }) {
  async function sealDay(
    owner: Owner,
    { series, generation, day }: { series: Series; generation: number; day: string },
    { cells, through, minCells }: { cells: readonly CellItem[]; through: string; minCells: number },
  ): Promise<Sealed> {
    const result: Sealed = { days: 0, cells: 0, removed: 0 };
    const range = [`${day}#`, afterPrefix(`${day}#`)] as const;
    const headKey = keyOf.cellSealHead(owner, series, day, generation);
    const sealed = await Array.fromAsync(table.query<Item>(headKey.pk, range, { consistent: true }));
    const head = sealed.find(isHead);
    const isOver = head !== undefined && Date.parse(head.sealedAt) + readersEndMs < now();
    if (head && isOver) {
      const old = sealed.filter((item) => !isHead(item) && isReplaced(item, head));
      const gone = cells.filter((cell) => arrivedOf(cell) <= head.through);
      await table.removeMany(old);
      await removeCells(gone);
      result.removed = gone.length;
    }
    const newCells = cells.filter((cell) => !head || arrivedOf(cell) > head.through);
    if (newCells.length < minCells || !newCells.every((cell) => isQuiet(cell, now()))) return result;
    const before = head ? chunksOf(sealed, head) : [];
    const all: CountedCell[] = [
      ...before.flatMap((chunk) => unpacked(chunk.packed, { series, day })),
      ...newCells.map((cell) => cellOf(cell, series)),
    ];
    const byPixel = [...Map.groupBy(merged(all), ({ names }) => names[0] ?? '')];
    const chunks = byPixel.flatMap(([pixel, some]) =>
      packed(some).map((bytes, at) => ({ part: `${sha256(pixel).slice(0, 16)}.${at}`, packed: bytes })),
    );
    const number = (head?.number ?? 0) + 1;
    // The content names a seal, so that concurrent runs do not overwrite readable chunks.
    const digest = sha256(chunks.map(({ part, packed: bytes }) => `${part} ${hexOf(bytes)}`).join('\n'));
    const seal = `${number}-${digest.slice(0, 16)}`;
    const written: Item[] = chunks.map(({ part, packed: bytes }) => ({
      ...keyOf.cellChunk(owner, series, { day, seal, part }, generation),
      kind: 'cell_chunk',
      packed: bytes,
    }));
    await table.putMany(written);
    const next: SealHead = {
      ...headKey,
      kind: 'cell_seal',
      number,
      seal,
      through,
      parts: chunks.map(({ part }) => part),
      sealedAt: new Date(now()).toISOString(),
    };
    const write = head
      ? table.put(next, '#number = :number', {
          names: { '#number': 'number' },
          values: { ':number': head.number },
        })
      : table.put(next, 'attribute_not_exists(pk)');
    return (await tookEffect(write)) ? { ...result, days: 1, cells: newCells.length } : result;
  }

  async function removeReplaced(cells: readonly Item[], pkOfSeals: string, includes: (day: string) => boolean): Promise<void> {
    const sealed = await Array.fromAsync(table.query<Item>(pkOfSeals, [' ', afterPrefix('')]));
    await table.removeMany(sealed.filter((item) => !includes(dayOfKey(item))));
    await removeCells(cells);
  }

  /** A cell leads to its overflow, so it is removed last. */
  async function removeCells(cells: readonly Item[]): Promise<void> {
    await table.removeMany(cells.filter(({ pk }) => pk.includes('#s')));
    await table.removeMany(cells.filter(({ pk }) => !pk.includes('#s')));
  }

  async function sealSeries(
    owner: Owner,
    series: Series,
    { generation, includes }: { generation: number; includes: (day: string) => boolean },
    { through, minCells, removes }: { through: string; minCells: number; removes: boolean },
  ): Promise<Sealed> {
    const { pk } = keyOf.cell(owner, series, { day: '', arrived: '', id: '' }, generation);
    const range = [' ', afterPrefix('')] as const;
    const cells = new Map<string, CellItem[]>();
    const replaced: Item[] = [];
    for await (const item of queryCounters<CellItem>(table, pk, range, await scale.largeFrom(), {
      consistent: true,
    }))
      if (!includes(dayOfKey(item))) replaced.push(item);
      else if (arrivedOf(item) <= through) cells.set(dayOfKey(item), [...(cells.get(dayOfKey(item)) ?? []), item]);
    if (removes && (generation > 0 || replaced.length > 0))
      await removeReplaced(replaced, keyOf.cellSealHead(owner, series, '', generation).pk, includes);
    const result: Sealed = { days: 0, cells: 0, removed: 0 };
    await forEachConcurrent([...cells], daysAtOnce, async ([day, some]) => {
      add(result, await sealDay(owner, { series, generation, day }, { cells: some, through, minCells }));
    });
    return result;
  }

  return {
    async seal(accountId: AccountId, { minCells = defaultMinCells } = {}): Promise<Sealed> {
      const through = dayOf(new Date(now() - quietMs - days(1)).toISOString());
      // After this write, no cell of the sealed days changes.
      await cellStates.sealThrough(accountId, through);
      const state = await cellStates.one(accountId);
      const newest = state.recounts
        .map(({ closedAt = '' }) => closedAt)
        .sort()
        .at(-1);
      const removes = !newest || Date.parse(newest) + readersEndMs < now();
      const result: Sealed = { days: 0, cells: 0, removed: 0 };
      for (const environment of environments)
        for (const series of allSeries)
          for (const generation of endedGenerations(state, series))
            add(
              result,
              await sealSeries({ accountId, environment }, series, generation, {
                through,
                minCells,
                removes,
              }),
            );
      return result;
    },
  };
}

const chunksOf = (items: readonly Item[], { seal, parts }: SealHead): Chunk[] =>
  parts.map((part) => {
    const chunk = items.find(({ sk }) => sk.endsWith(`#${seal}#${part}`));
    if (!chunk) throw new Error(`A chunk of the seal ${seal} is missing.`);
    return chunk as Chunk;
  });

/** A cell is quiet when its newest mark is so old that no record can return. */
const isQuiet = (cell: Item, now: number) =>
  Object.entries(cell).every(([name, mark]) => !name.startsWith(markPrefix) || Number(String(mark).split(' ')[1]) + quietMs <= now);

const isReplaced = ({ sk }: Item, { number, seal }: SealHead) => {
  const name = sk.slice(11, sk.lastIndexOf('#'));
  return name !== seal && Number(name.slice(0, name.indexOf('-'))) <= number;
};

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function add(sum: Sealed, more: Sealed): void {
  sum.days += more.days;
  sum.cells += more.cells;
  sum.removed += more.removed;
}
