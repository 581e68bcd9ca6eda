import { closeWhenCounted } from '#shared/cells/close-when-counted.ts';
import { readCells } from '#shared/cells/read-cells.ts';
import type { Counted, Owner } from '#shared/cells/rules/cells.ts';
import { clockRoomMs } from '#shared/cells/rules/generations.ts';
import type { CellStates } from '#shared/cells/store/cell-states.ts';
import type { Cells } from '#shared/cells/store/cells.ts';
import type { Marks } from '#shared/cells/store/marks.ts';
import { lateMatchMs } from '#shared/conversions/rules/limits.ts';
import { days } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { daysBetween } from '#shared/values/quarter-hours.ts';

/** The stored clicks and events of a UTC day of arrival, in parts. */
export type StoredOfDay = {
  clicks(owner: Owner, day: string): AsyncIterable<Counted[]>;
  events(owner: Owner, day: string): AsyncIterable<Counted[]>;
};
export type RecountCellsDeps = {
  cells: Cells;
  cellStates: CellStates;
  cellMarks: Marks;
  storedOfDay: StoredOfDay;
  now(): number;
  /** For so many days the log has rows. */
  retentionDays: number;
};

/** How long before a day an event may arrive that counts on it: before its click, and some by another clock. */
const earlyMs = lateMatchMs + days(1);
const marksAtOnce = 16;
const environments = ['live', 'test'] as const;

/**
 * Counts an account's cells of some days anew, from the clicks and events that are stored, through the day partitions of
 * its log. It only marks them: the table's stream counts what is marked, and lets reports read it once all is counted.
 * Days that the log no longer has keep their cells, and so do the clicks of a day of which fewer are stored than counted.
 */
export async function recountCells(
  accountId: number,
  { from, to }: { from: string; to: string },
  deps: RecountCellsDeps,
): Promise<{ events: number; clicks: number; keptClickDays: string[] }> {
  const { cellStates, now, retentionDays } = deps;
  // Of the first day that is recounted, earlier arrivals are in the log too.
  const first = dayAt(now() - days(retentionDays - 1) + earlyMs);
  const start = from > first ? from : first;
  const end = earlier(to, dayAt(now() + clockRoomMs));
  if (start > end) return { events: 0, clicks: 0, keptClickDays: [] };
  const recount = await cellStates.openRecount(accountId, { from: start, to: end });
  const counted = await clicksCounted(accountId, { from: start, to: end }, deps);
  const { generation } = recount;
  const stored = new Map<string, number>();
  let [events, clicks] = [0, 0];
  for (const environment of environments) {
    const owner = { accountId, environment };
    // It counts on the days of its click and of its time, however long before its arrival.
    for (const day of daysBetween(dayAt(Date.parse(start) - earlyMs), dayAt(now() + clockRoomMs)))
      for await (const some of deps.storedOfDay.events(owner, day)) {
        events += await markAll(some, generation, deps);
      }
    for (const day of daysBetween(start, end))
      for await (const some of deps.storedOfDay.clicks(owner, day)) {
        const marked = await markAll(some, generation, deps);
        clicks += marked;
        stored.set(day, (stored.get(day) ?? 0) + marked);
      }
  }
  const keptClickDays = [...counted].flatMap(([day, count]) => ((stored.get(day) ?? 0) < count ? [day] : []));
  await cellStates.markedAll(accountId, generation, { marked: events + clicks, keptClickDays });
  await closeWhenCounted(accountId, generation, deps);
  return { events, clicks, keptClickDays };
}

/** How many clicks the cells have of each day, in both environments. */
async function clicksCounted(accountId: number, range: { from: string; to: string }, deps: RecountCellsDeps) {
  const counts = new Map<string, number>();
  for (const environment of environments)
    for await (const { day, count } of readCells({ accountId, environment }, 'clicks', range, deps))
      counts.set(day, (counts.get(day) ?? 0) + count);
  return counts;
}

/** Marks items: how many of them are still there. */
async function markAll(
  items: readonly Counted[],
  generation: number,
  { cellMarks }: RecountCellsDeps,
): Promise<number> {
  let marked = 0;
  await forEachConcurrent(items, marksAtOnce, async (item) => {
    if ((item.cellGeneration ?? 0) >= generation || (await cellMarks.mark(item, generation))) marked++;
  });
  return marked;
}

const dayAt = (epoch: number) => dayOf(new Date(epoch).toISOString());
const earlier = (one: string, other: string) => (one < other ? one : other);
