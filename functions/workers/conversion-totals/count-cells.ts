import { closeWhenCounted } from '#shared/cells/close-when-counted.ts';
import { type Cell, type Counted, deltasOf } from '#shared/cells/rules/cells.ts';
import {
  type CellState,
  countsIn,
  generationToMark,
  isOpen,
  noState,
  writtenGenerations,
} from '#shared/cells/rules/generations.ts';
import type { CellStates } from '#shared/cells/store/cell-states.ts';
import { type Cells, type Gathered, gather } from '#shared/cells/store/cells.ts';
import type { Marks } from '#shared/cells/store/marks.ts';
import type { Recorded } from '#shared/reports/store/apply-stream-record-once.ts';
import { days } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { Batch, Change } from '#shared/worker/stream-worker.ts';

export type CellDeps = { cells: Cells; cellStates: CellStates; cellMarks: Marks; now(): number };

const writesAtOnce = 16;

/**
 * Counts what a batch changes in cells: one write per cell touched, however many records. The rows of the batch's clicks
 * and events are written before, so that a recount which this batch does not know yet finds them.
 */
export async function countCells({ shardId, changes }: Batch, deps: CellDeps): Promise<void> {
  const counted = changes.flatMap((change) => {
    const { before, after } = change;
    return isCounted(after) ? [{ ...change, before: isCounted(before) ? before : null, after }] : [];
  });
  if (counted.length === 0) return;
  const states = await deps.cellStates.of(counted.map(({ after }) => after.accountId));
  const gathered: Gathered = new Map();
  const marked = new Map<
    string,
    { accountId: number; generation: number; openedAt: string; records: Recorded[] }
  >();
  for (const { sequence, at, before, after } of counted) {
    const { accountId, environment } = after;
    const state = states.get(accountId) ?? noState;
    const arrived = arrivedOn(state, at ?? 0, deps.now());
    for (const generation of generationsOf(state)) {
      const counts = (item: Counted, cell: Cell) =>
        countsIn(state, generation, item) && writtenGenerations(state, cell).includes(generation);
      for (const delta of deltasOf(before, after, counts)) {
        const { series, day, names } = delta;
        const place = { cell: { series, day, names }, arrived, generation };
        gather(gathered, { accountId, environment }, place, { ...delta, sequence });
      }
    }
    const recount = markedNow(state, before, after);
    if (!recount) continue;
    const id = `${accountId} ${recount.generation}`;
    const entry = marked.get(id) ?? { accountId, ...recount, records: [] };
    marked.set(id, entry);
    entry.records.push({ sequence });
  }
  await forEachConcurrent([...gathered.values()], writesAtOnce, ({ owner, place, additions }) =>
    deps.cells.add(owner, place, shardId, additions),
  );
  await markLate(counted, states, deps);
  await forEachConcurrent([...marked.values()], writesAtOnce, async ({ accountId, records, ...recount }) => {
    await deps.cells.addMarked(accountId, recount, shardId, records);
    await closeWhenCounted(accountId, recount.generation, deps);
  });
}

const isCounted = (item: Change['after']): item is NonNullable<Change['after']> & Counted =>
  item?.kind === 'session' || item?.kind === 'conversion';

const generationsOf = ({ recounts }: CellState) => [0, ...recounts.map(({ generation }) => generation)];

/** The day of a record, by which its cell is told: the same however often it is delivered. None that may be sealed. */
function arrivedOn({ sealedThrough }: CellState, at: number, now: number): string {
  const day = dayOf(new Date(at || now).toISOString());
  return day > sealedThrough ? day : dayOf(new Date(Date.parse(sealedThrough) + days(1)).toISOString());
}

/** The open recount whose mark a record brings. */
function markedNow({ recounts }: CellState, before: Counted | null, after: Counted) {
  const { cellGeneration: generation = 0 } = after;
  if (generation <= (before?.cellGeneration ?? 0) || after.cellMarkedLate === generation) return undefined;
  return recounts.find((one) => isOpen(one) && one.generation === generation);
}

/** Marks new items that may be missing from the list of a recount, since they came when it was opened. */
async function markLate(
  counted: readonly { before: Counted | null; after: Counted }[],
  states: ReadonlyMap<number, CellState>,
  { cellMarks }: Pick<CellDeps, 'cellMarks'>,
): Promise<void> {
  const late = counted.flatMap(({ before, after }) => {
    const generation = before ? 0 : generationToMark(states.get(after.accountId) ?? noState, after);
    return generation > 0 ? [{ item: after, generation }] : [];
  });
  await forEachConcurrent(late, writesAtOnce, async ({ item, generation }) => {
    await cellMarks.mark(item, generation, { isLate: true });
  });
}
