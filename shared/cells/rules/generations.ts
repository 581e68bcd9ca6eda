import { minutes } from '#shared/values/durations.ts';
import { arrivalOf, type Cell, type Counted, isClickSeries, type Series } from './cells.ts';

/**
 * A cell is a total per day and ad. A recount marks items, and the stream counts them into a generation of its
 * own. Reports read the newest closed generation.
 */
export type CellRecount = {
  generation: number;
  taskId?: string;
  from: string;
  to: string;
  openedAt: string;
  /** Items that arrive from this instant on count without a mark. Clocks differ, so it is later than the opening. */
  bornFrom: string;
  counted: Readonly<Record<string, number>>;
  progress: MarkProgress;
  marked?: number;
  closedAt?: string;
  /** Some clicks of the listed days are no longer stored, so the days keep their click cells. */
  keptClickDays?: readonly string[];
};

export type MarkProgress = {
  done: readonly string[];
  marked: number;
  clicks: Readonly<Record<string, number>>;
  place?: { name: string; after: string; present: number; marked: number };
};

export const noProgress: MarkProgress = { done: [], marked: 0, clicks: {} };

/** Cells of records up to the day `sealedThrough` may be sealed. */
export type CellState = {
  recounts: readonly CellRecount[];
  sealedThrough: string;
  last: number;
};
export const noState: CellState = { recounts: [], sealedThrough: '', last: 0 };

/** The clocks of two machines differ by less than this. */
export const clockRoomMs = minutes(5);

export const isOpen = ({ closedAt }: CellRecount) => !closedAt;
export const recountToContinue = (
  recounts: readonly CellRecount[],
  { from, to, taskId }: { from: string; to: string; taskId: string | undefined },
): CellRecount | undefined =>
  recounts.find((recount) => taskId !== undefined && recount.taskId === taskId) ??
  recounts.find((recount) => isOpen(recount) && recount.from === from && recount.to === to);
const covers = ({ from, to }: CellRecount, day: string) => day >= from && day <= to;

const decides = (recount: CellRecount, { series, day }: Pick<Cell, 'series' | 'day'>) =>
  recount.closedAt !== undefined && covers(recount, day) && !(isClickSeries(series) && recount.keptClickDays?.includes(day));

export const generationOf = ({ recounts }: CellState, cell: Pick<Cell, 'series' | 'day'>): number =>
  Math.max(0, ...recounts.filter((recount) => decides(recount, cell)).map(({ generation }) => generation));

export function writtenGenerations(state: CellState, cell: Pick<Cell, 'series' | 'day'>): number[] {
  const openRecounts = state.recounts.filter((recount) => isOpen(recount) && covers(recount, cell.day));
  return [generationOf(state, cell), ...openRecounts.map(({ generation }) => generation)];
}

export const isProcessed = (item: Counted, since: string): boolean => item.cellGeneration !== undefined || arrivalOf(item) >= since;

export function countsIn(state: CellState, generation: number, item: Counted, since: string): boolean {
  if (generation === 0) return isProcessed(item, since);
  if ((item.cellGeneration ?? 0) >= generation) return true;
  const recount = state.recounts.find((candidate) => candidate.generation === generation);
  return recount !== undefined && arrivalOf(item) >= recount.bornFrom;
}

/**
 * Items from before the start of the later series are in no cell of them, before and after a change alike, until a
 * recount that opens after the start.
 */
export function countsLater(
  { recounts }: CellState,
  generation: number,
  item: Counted,
  { since, laterSince }: { since: string; laterSince: string },
): boolean {
  if (laterSince <= since) return true;
  const recount = recounts.find((candidate) => candidate.generation === generation);
  return arrivalOf(item) >= laterSince || (recount !== undefined && recount.openedAt >= laterSince);
}

/** An item may arrive after the recount listed its day, and is then marked. Returns 0 if no recount needs it. */
export const generationToMark = ({ recounts }: CellState, item: Counted): number =>
  Math.max(
    0,
    ...recounts
      .filter(({ bornFrom }) => arrivalOf(item) < bornFrom)
      .map(({ generation }) => generation)
      .filter((generation) => generation > (item.cellGeneration ?? 0)),
  );

/** Reports read only some days of a generation, so its other days can be removed. */
export const endedGenerations = (state: CellState, series: Series): { generation: number; includes: (day: string) => boolean }[] =>
  Array.from({ length: state.last + 1 }, (_, generation) => ({
    generation,
    includes: (day: string) => generationOf(state, { series, day }) === generation,
  })).filter(({ generation }) => !state.recounts.some((recount) => isOpen(recount) && recount.generation === generation));

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

export const relevantRecounts = (recounts: readonly CellRecount[]): CellRecount[] =>
  recounts.filter(
    (recount) =>
      !recounts.some(
        (other) =>
          other.generation > recount.generation &&
          other.closedAt &&
          other.from <= recount.from &&
          other.to >= recount.to &&
          !other.keptClickDays?.length,
      ),
  );
