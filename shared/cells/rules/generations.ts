import { minutes } from '#shared/values/durations.ts';
import { arrivalOf, type Cell, type Counted, type Series } from './cells.ts';

/**
 * A recount counts the cells of an account's days (UTC, both included) again. It marks each stored item with its number.
 * The stream, which alone writes cells, counts a marked item into a generation of its own. Reports read the newest closed
 * generation.
 */
export type CellRecount = {
  generation: number;
  /** The task that opened it. A task opens one recount of an account, and finds it even when it is closed. */
  taskId?: string;
  from: string;
  to: string;
  openedAt: string;
  /** Items that arrive from this moment on count without a mark. It is later than the opening, since clocks differ. */
  bornFrom: string;
  /** Clicks by day that the cells had when it began, and how far it is. */
  counted: Readonly<Record<string, number>>;
  progress: MarkProgress;
  /** Items that it has marked, once it has marked all. */
  marked?: number;
  closedAt?: string;
  /** Days whose clicks are no longer all stored keep their earlier click cells. */
  keptClickDays?: readonly string[];
};

/** Days of arrival that are done, how many items were marked, clicks by day, and how far the next day is. */
export type MarkProgress = {
  done: readonly string[];
  marked: number;
  clicks: Readonly<Record<string, number>>;
  /** The step that a call stopped in, after the item with this id. */
  place?: { name: string; after: string; present: number; marked: number };
};

export const noProgress: MarkProgress = { done: [], marked: 0, clicks: {} };

/** An account stores this state of its cells. Cells of records up to the day `sealedThrough` may be sealed. */
export type CellState = {
  recounts: readonly CellRecount[];
  sealedThrough: string;
  /** The number of the newest recount. */
  last: number;
};
export const noState: CellState = { recounts: [], sealedThrough: '', last: 0 };

/** More than clocks of two machines differ by. */
export const clockRoomMs = minutes(5);

export const isOpen = ({ closedAt }: CellRecount) => !closedAt;
/** Returns the recount of a task, even if it is closed, or the open recount of the same days. */
export const recountToContinue = (
  recounts: readonly CellRecount[],
  { from, to, taskId }: { from: string; to: string; taskId: string | undefined },
): CellRecount | undefined =>
  recounts.find((one) => taskId !== undefined && one.taskId === taskId) ??
  recounts.find((one) => isOpen(one) && one.from === from && one.to === to);
const covers = ({ from, to }: CellRecount, day: string) => day >= from && day <= to;

const decides = (recount: CellRecount, { series, day }: Pick<Cell, 'series' | 'day'>) =>
  recount.closedAt !== undefined &&
  covers(recount, day) &&
  !(series === 'clicks' && recount.keptClickDays?.includes(day));

/** The generation that reports read of a day. */
export const generationOf = ({ recounts }: CellState, cell: Pick<Cell, 'series' | 'day'>): number =>
  Math.max(0, ...recounts.filter((one) => decides(one, cell)).map(({ generation }) => generation));

/** A change of a cell is written to the generation that reports read, and to the generation of each open recount. */
export function writtenGenerations(state: CellState, cell: Pick<Cell, 'series' | 'day'>): number[] {
  const open = state.recounts.filter((one) => isOpen(one) && covers(one, cell.day));
  return [generationOf(state, cell), ...open.map(({ generation }) => generation)];
}

/** An item counts at all if it arrived once cells were counted (`since`), or if it was marked afterwards. */
export const isTaken = (item: Counted, since: string): boolean =>
  item.cellGeneration !== undefined || arrivalOf(item) >= since;

/** An item counts in a generation by its mark or by its arrival. */
export function countsIn(state: CellState, generation: number, item: Counted, since: string): boolean {
  if (generation === 0) return isTaken(item, since);
  if ((item.cellGeneration ?? 0) >= generation) return true;
  const recount = state.recounts.find((one) => one.generation === generation);
  return recount !== undefined && arrivalOf(item) >= recount.bornFrom;
}

/**
 * The recount that a new item is to be marked for, since it may have come too late for the recount's own list of items;
 * 0: none.
 */
export const generationToMark = ({ recounts }: CellState, item: Counted): number =>
  Math.max(
    0,
    ...recounts
      .filter(({ bornFrom }) => arrivalOf(item) < bornFrom)
      .map(({ generation }) => generation)
      .filter((generation) => generation > (item.cellGeneration ?? 0)),
  );

/** Returns all generations except open recounts, each with the days that reports read. Its other days can be removed. */
export const endedGenerations = (
  state: CellState,
  series: Series,
): { generation: number; includes: (day: string) => boolean }[] =>
  Array.from({ length: state.last + 1 }, (_, generation) => ({
    generation,
    includes: (day: string) => generationOf(state, { series, day }) === generation,
  })).filter(({ generation }) => !state.recounts.some((one) => isOpen(one) && one.generation === generation));

/** Stretches of days, in order, with the generation that reports read of a series. */
export function generationSpans(
  state: CellState,
  series: Series,
  days: readonly string[],
): { generation: number; from: string; to: string }[] {
  const spans: { generation: number; from: string; to: string }[] = [];
  for (const day of days) {
    const generation = generationOf(state, { series, day });
    const last = spans.at(-1);
    if (last?.generation === generation) last.to = day;
    else spans.push({ generation, from: day, to: day });
  }
  return spans;
}

/** Recounts that still decide something: those open, and those closed that no later one covers. */
export const relevantRecounts = (recounts: readonly CellRecount[]): CellRecount[] =>
  recounts.filter(
    (one) =>
      !recounts.some(
        (other) =>
          other.generation > one.generation &&
          other.closedAt &&
          other.from <= one.from &&
          other.to >= one.to &&
          !other.keptClickDays?.length,
      ),
  );
