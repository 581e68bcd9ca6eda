import { type PrunedRows, type PruneParameters, prunedRows } from '#shared/backup/order-prune.ts';
import type { PrunableRows, RowRange } from '#shared/backup/store/pruned-rows.ts';
import { fromWire, toWire } from '#shared/store/attribute-values.ts';
import type { Key } from '#shared/store/item.ts';
import type { Task } from '#shared/tasks/rules/tasks.ts';
import type { ShardedWork } from '#shared/tasks/sharded-task.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { Deps } from './needs.ts';

const sliceRows = 25;
/** The place is recorded before rows are removed, so that a repeated slice counts its rows. */
type Place = { keys: Key[]; day: string; partition: string; after: string; isEnd: boolean };
type Slice = { of: PrunedRows; key: Key };

export function pruneSlices(task: Task, deps: Pick<Deps, 'rows'>): Omit<ShardedWork<Slice>, 'effects'> {
  const { at, llmCallsDays, pixelEventsDays } = task.parameters as PruneParameters;
  const ranges = rangesOnce();
  const windows: Record<PrunedRows, number> = { llm_calls: llmCallsDays, pixel_events: pixelEventsDays };
  return {
    async page(shard, start) {
      const of = rowsOf(shard);
      const rows = deps.rows[of];
      const before = new Date(at - days(windows[of])).toISOString();
      const place = start
        ? (fromWire(start) as unknown as Place)
        : { keys: [], day: await rows.from(), partition: '', after: '', isEnd: false };
      if (place.isEnd && place.keys.length === 0) await rows.through(dayOf(before));
      const next = place.isEnd && place.keys.length === 0 ? undefined : await placeAfter(place, before, rows, ranges);
      return { subjects: place.keys.map((key) => ({ of, key })), next: next && toWire(next) };
    },

    async processPage(slices) {
      const [first] = slices;
      if (!first) return { counts: {}, failures: [] };
      const rows = deps.rows[first.of];
      await rows.remove(slices.map(({ key }) => key));
      const counts: Record<string, number> = {};
      for (const { key } of slices) {
        const name = rows.nameOf(key);
        if (name) counts[name] = (counts[name] ?? 0) + 1;
      }
      return { counts, failures: [] };
    },
  };
}

function rowsOf(shard: number): PrunedRows {
  const of = prunedRows[shard];
  if (!of) throw new Error(`A prune has no part ${shard}.`);
  return of;
}

async function placeAfter(
  { day, partition, after, isEnd }: Place,
  before: string,
  rows: PrunableRows,
  rangesOf: ReturnType<typeof rangesOnce>,
): Promise<Place> {
  const place: Place = { keys: [], day, partition, after, isEnd };
  while (!place.isEnd) {
    if (place.day > dayOf(before)) return { ...place, isEnd: true };
    const ranges = await rangesOf(rows, place.day, before);
    const from = ranges.findIndex(({ pk }) => pk === place.partition);
    for (const range of ranges.slice(Math.max(0, from))) {
      if (range.pk !== place.partition) Object.assign(place, { partition: range.pk, after: '' });
      const rowKeys = await rows.keys(range, place.after, sliceRows - place.keys.length);
      place.keys.push(...rowKeys);
      place.after = rowKeys.at(-1)?.sk ?? place.after;
      if (place.keys.length === sliceRows) return place;
    }
    Object.assign(place, { day: dayAfter(place.day), partition: '', after: '' });
  }
  return place;
}

function rangesOnce() {
  let cachedRanges: { rows: PrunableRows; day: string; ranges: RowRange[] } | undefined;
  return async (rows: PrunableRows, day: string, before: string): Promise<RowRange[]> => {
    if (cachedRanges?.rows !== rows || cachedRanges.day !== day) cachedRanges = { rows, day, ranges: await rows.rangesOf(day, before) };
    return cachedRanges.ranges;
  };
}

const dayAfter = (day: string) => dayOf(new Date(Date.parse(day) + days(1)).toISOString());
