import { closeWhenCounted } from '#shared/cells/close-when-counted.ts';
import {
  type Cell,
  type Contribution,
  type Counted,
  deltasOf,
  hasOwnNames,
  isLaterSeries,
  type Names,
  type Owner,
  withoutOwnNames,
} from '#shared/cells/rules/cells.ts';
import {
  type CellState,
  countsIn,
  countsLater,
  generationToMark,
  isOpen,
  isProcessed,
  noState,
  writtenGenerations,
} from '#shared/cells/rules/generations.ts';
import type { CellNames } from '#shared/cells/store/cell-names.ts';
import type { CellStart } from '#shared/cells/store/cell-start.ts';
import type { CellStates } from '#shared/cells/store/cell-states.ts';
import { type Cells, type Gathered, gather } from '#shared/cells/store/cells.ts';
import type { Marks } from '#shared/cells/store/marks.ts';
import type { Recorded } from '#shared/reports/store/apply-stream-record-once.ts';
import { days } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { Batch, Change } from '#shared/worker/stream-worker.ts';

export type CellDeps = {
  cells: Cells;
  cellNames: CellNames;
  cellStart: CellStart;
  cellStates: CellStates;
  cellMarks: Marks;
  now(): number;
};

type Delta = Contribution & Recorded & { owner: Owner; arrived: string; generation: number };

const writesAtOnce = 16;

/**
 * The call makes one write per cell. The rows of the batch are written before, so that a recount which this
 * batch does not know yet finds them.
 */
export async function countCells({ shardId, changes }: Batch, deps: CellDeps): Promise<void> {
  const counted = changes.flatMap((change) => {
    const { before, after } = change;
    return isCounted(after) ? [{ ...change, before: isCounted(before) ? before : null, after }] : [];
  });
  if (counted.length === 0) return;
  const since = await deps.cellStart.since();
  const laterSince = await deps.cellStart.laterSince();
  const states = await deps.cellStates.of(counted.map(({ after }) => after.accountId));
  const deltas: Delta[] = [];
  const marked = new Map<string, { accountId: AccountId; generation: number; openedAt: string; records: Recorded[] }>();
  for (const { sequence, at, before, after } of counted) {
    const { accountId, environment } = after;
    const state = states.get(accountId) ?? noState;
    const arrived = arrivedOn(state, at ?? 0, deps.now());
    for (const generation of generationsOf(state)) {
      const counts = (item: Counted, cell: Cell) =>
        countsIn(state, generation, item, since) &&
        (!isLaterSeries(cell.series) || countsLater(state, generation, item, { since, laterSince })) &&
        writtenGenerations(state, cell).includes(generation);
      for (const delta of deltasOf(before, after, counts)) {
        deltas.push({ ...delta, sequence, owner: { accountId, environment }, arrived, generation });
      }
    }
    const recount = markedNow(state, before, after);
    if (!recount) continue;
    const id = `${accountId} ${recount.generation}`;
    const entry = marked.get(id) ?? { accountId, ...recount, records: [] };
    marked.set(id, entry);
    entry.records.push({ sequence });
  }
  const gathered: Gathered = new Map();
  for (const delta of await withKeptNames(deltas, deps)) {
    const { owner, series, day, names, arrived, generation } = delta;
    gather(gathered, owner, { cell: { series, day, names }, arrived, generation }, delta);
  }
  await forEachConcurrent([...gathered.values()], writesAtOnce, ({ owner, place, additions }) =>
    deps.cells.add(owner, place, shardId, additions),
  );
  await markLate(counted, { states, since }, deps);
  await forEachConcurrent([...marked.values()], writesAtOnce, async ({ accountId, records, ...recount }) => {
    await deps.cells.addMarked(accountId, recount, shardId, records);
    await closeWhenCounted(accountId, recount.generation, deps);
  });
}

/**
 * Clicks whose names exceed the day's limit share one name. Events come with a secret key, so they keep their
 * names.
 */
async function withKeptNames(deltas: readonly Delta[], { cellNames }: Pick<CellDeps, 'cellNames'>): Promise<Delta[]> {
  const isBounded = ({ series, names }: Delta) => series === 'clicks' && hasOwnNames(names);
  const idOf = ({ owner, day }: Delta) => `${owner.accountId} ${owner.environment} ${day}`;
  const keepsNamesById = new Map<string, (names: Names) => boolean>();
  const byDay = [...Map.groupBy(deltas.filter(isBounded), idOf)];
  await forEachConcurrent(byDay, writesAtOnce, async ([id, some]) => {
    const { owner, day } = some[0] as Delta;
    keepsNamesById.set(
      id,
      await cellNames.kept(
        { owner, day },
        some.map(({ names }) => names),
      ),
    );
  });
  return deltas.map((delta) =>
    isBounded(delta) && !keepsNamesById.get(idOf(delta))?.(delta.names) ? { ...delta, names: withoutOwnNames(delta.names) } : delta,
  );
}

const isCounted = (item: Change['after']): item is NonNullable<Change['after']> & Counted =>
  item?.kind === 'session' || item?.kind === 'conversion';

const generationsOf = ({ recounts }: CellState) => [0, ...recounts.map(({ generation }) => generation)];

/** A redelivered record gets the same arrival day, which is never a day that may be sealed. */
function arrivedOn({ sealedThrough }: CellState, at: number, now: number): string {
  const day = dayOf(new Date(at || now).toISOString());
  return day > sealedThrough ? day : dayOf(new Date(Date.parse(sealedThrough) + days(1)).toISOString());
}

function markedNow({ recounts }: CellState, before: Counted | null, after: Counted) {
  const { cellGeneration: generation = 0 } = after;
  if (generation <= (before?.cellGeneration ?? 0) || after.cellMarkedLate === generation) return undefined;
  return recounts.find((recount) => isOpen(recount) && recount.generation === generation);
}

/** A recount may have listed its items before these items arrived, so the mark makes it count them. */
async function markLate(
  counted: readonly { before: Counted | null; after: Counted }[],
  { states, since }: { states: ReadonlyMap<number, CellState>; since: string },
  { cellMarks }: Pick<CellDeps, 'cellMarks'>,
): Promise<void> {
  const late = counted.flatMap(({ before, after }) => {
    const state = states.get(after.accountId) ?? noState;
    const isNew = !before || (!isProcessed(before, since) && isProcessed(after, since));
    const generation = generationToMark(isNew ? state : withDays(state, adjustedDays(before, after)), after);
    return generation > 0 ? [{ item: after, generation }] : [];
  });
  await forEachConcurrent(late, writesAtOnce, async ({ item, generation }) => {
    await cellMarks.mark(item, generation, { isLate: true });
  });
}

function adjustedDays(before: Counted, after: Counted): string[] {
  if (before.kind !== 'conversion' || after.kind !== 'conversion') return [];
  const knownIds = new Set(before.adjustments?.map(({ id }) => id));
  return (after.adjustments ?? []).flatMap(({ id, effectiveAt }) => (knownIds.has(id) ? [] : [dayOf(effectiveAt)]));
}

const withDays = (state: CellState, ofDays: readonly string[]): CellState => ({
  ...state,
  recounts: state.recounts.filter(({ from, to }) => ofDays.some((day) => day >= from && day <= to)),
});
