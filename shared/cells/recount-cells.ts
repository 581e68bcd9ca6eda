import { closeWhenCounted } from '#shared/cells/close-when-counted.ts';
import { readCells } from '#shared/cells/read-cells.ts';
import { arrivalOf, type Counted, type Marked, type Owner } from '#shared/cells/rules/cells.ts';
import { type CellRecount, clockRoomMs, isOpen, isProcessed, recountToContinue } from '#shared/cells/rules/generations.ts';
import type { CellStart } from '#shared/cells/store/cell-start.ts';
import type { CellStates } from '#shared/cells/store/cell-states.ts';
import type { Cells } from '#shared/cells/store/cells.ts';
import type { Marks } from '#shared/cells/store/marks.ts';
import type { StoredPart } from '#shared/cells/store/stored-of-day.ts';
import { lateMatchMs } from '#shared/conversions/rules/limits.ts';
import { days } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { daysBetween } from '#shared/values/quarter-hours.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type StoredOfDay = {
  clicks(owner: Owner, day: string, after?: string): AsyncIterable<StoredPart>;
  events(owner: Owner, day: string, after?: string): AsyncIterable<StoredPart>;
  adjusted(owner: Owner, day: string, after?: string): AsyncIterable<StoredPart>;
};
export type RecountCellsDeps = {
  cells: Cells;
  cellStart: CellStart;
  cellStates: CellStates;
  cellMarks: Marks;
  storedOfDay: StoredOfDay;
  now(): number;
  retentionDays: number;
};
type Range = { from: string; to: string };

/** An event may arrive so long before its click: some are late, some have another clock. */
const earlyMs = lateMatchMs + days(1);
const marksAtOnce = 16;
const stepStart = { after: '', present: 0, marked: 0 };
const environments = ['live', 'test'] as const;

/**
 * The stream counts the items that this call marks. Days that the log no longer has keep their cells, and a day with
 * fewer stored clicks its click cells. The call stops at `until` (epoch milliseconds).
 */
export async function recountCells(
  accountId: AccountId,
  { from, to, until = Number.POSITIVE_INFINITY, taskId }: Range & { until?: number; taskId?: string },
  deps: RecountCellsDeps,
): Promise<{ isDone: boolean }> {
  const range = rangeIn({ from, to }, deps);
  if (range.from > range.to) return { isDone: true };
  const recount = await opened(accountId, range, taskId, deps);
  if (!isOpen(recount)) return { isDone: true };
  const { generation, counted } = recount;
  const since = await deps.cellStart.since();
  let { progress } = recount;
  for (const { name, day, isOfClicks, isOwn, on, stored } of stepsOf(accountId, recount, deps)) {
    if (progress.done.includes(name)) continue;
    let { after, present, marked } = progress.place?.name === name ? progress.place : stepStart;
    if (deps.now() >= until) return { isDone: false };
    for await (const { items, last } of stored(after)) {
      const all = await markAll(items.filter(isOwn), generation, on, deps);
      after = last;
      present += all.filter(({ item }) => wasCounted(item, generation, since)).length;
      // An event may have adjustments of several days, and counts as marked for the day that marked it.
      marked += all.filter(({ mark }) => mark.cellMarkedLate !== generation && (on === undefined || mark.cellMarkedOn === on)).length;
      if (deps.now() < until) continue;
      const place = { name, after, present, marked };
      await deps.cellStates.marking(accountId, generation, { ...progress, place });
      return { isDone: false };
    }
    const clicks = isOfClicks ? { ...progress.clicks, [day]: (progress.clicks[day] ?? 0) + present } : progress.clicks;
    progress = { done: [...progress.done, name], marked: progress.marked + marked, clicks };
    await deps.cellStates.marking(accountId, generation, progress);
  }
  const keptClickDays = Object.entries(counted).flatMap(([day, count]) => ((progress.clicks[day] ?? 0) < count ? [day] : []));
  await deps.cellStates.markedAll(accountId, generation, { marked: progress.marked, keptClickDays });
  await closeWhenCounted(accountId, generation, deps);
  return { isDone: true };
}

function rangeIn({ from, to }: Range, { now, retentionDays }: RecountCellsDeps): Range {
  const first = dayAt(now() - days(retentionDays - 1) + earlyMs);
  const last = dayAt(now() + clockRoomMs);
  return { from: from > first ? from : first, to: to < last ? to : last };
}

async function opened(accountId: AccountId, range: Range, taskId: string | undefined, deps: RecountCellsDeps): Promise<CellRecount> {
  const { recounts } = await deps.cellStates.one(accountId);
  const earlier = recountToContinue(recounts, { ...range, taskId });
  if (earlier) return earlier;
  const [clickCounts, since] = [await clicksCounted(accountId, range, deps), await deps.cellStart.since()];
  return await deps.cellStates.openRecount(accountId, range, { counted: clickCounts, since, taskId });
}

type Step = {
  name: string;
  day: string;
  isOfClicks: boolean;
  isOwn(item: Counted): boolean;
  on?: string;
  stored(after: string): AsyncIterable<StoredPart>;
};

function stepsOf(accountId: AccountId, { from, to, generation }: CellRecount, { now, storedOfDay }: RecountCellsDeps): Step[] {
  const firstDay = dayAt(Date.parse(from) - earlyMs);
  const isAny = () => true;
  const isOlder = (item: Counted) => dayOf(arrivalOf(item)) < firstDay;
  return environments.flatMap((environment) => {
    const owner = { accountId, environment };
    return [
      ...daysBetween(firstDay, dayAt(now() + clockRoomMs)).map((day) => ({
        name: `${environment} events ${day}`,
        day,
        isOfClicks: false,
        isOwn: isAny,
        stored: (after: string) => storedOfDay.events(owner, day, after),
      })),
      ...daysBetween(from, to).flatMap((day) => [
        {
          name: `${environment} clicks ${day}`,
          day,
          isOfClicks: true,
          isOwn: isAny,
          stored: (after: string) => storedOfDay.clicks(owner, day, after),
        },
        {
          name: `${environment} adjusted ${day}`,
          day,
          isOfClicks: false,
          isOwn: isOlder,
          on: `${generation} ${day}`,
          stored: (after: string) => storedOfDay.adjusted(owner, day, after),
        },
      ]),
    ];
  });
}

async function clicksCounted(accountId: AccountId, range: Range, deps: RecountCellsDeps) {
  const counts: Record<string, number> = {};
  for (const environment of environments)
    for await (const { day, count } of readCells({ accountId, environment }, 'clicks', range, deps))
      counts[day] = (counts[day] ?? 0) + count;
  return counts;
}

/**
 * An item that an interrupted call has marked counts as new, so that its day is more likely to keep its click cells.
 */
const wasCounted = (item: Counted, generation: number, since: string): boolean =>
  (item.cellGeneration ?? 0) >= generation ? arrivalOf(item) >= since : isProcessed(item, since);

async function markAll(
  items: readonly Counted[],
  generation: number,
  on: string | undefined,
  { cellMarks }: RecountCellsDeps,
): Promise<{ item: Counted; mark: Marked }[]> {
  const present: { item: Counted; mark: Marked }[] = [];
  await forEachConcurrent(items, marksAtOnce, async (item) => {
    const isMarked = (item.cellGeneration ?? 0) >= generation;
    const mark = isMarked ? item : await cellMarks.mark(item, generation, { on });
    if (mark) present.push({ item, mark });
  });
  return present;
}

const dayAt = (epoch: number) => dayOf(new Date(epoch).toISOString());
