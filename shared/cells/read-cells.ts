import type { CountedCell, Owner, Series } from '#shared/cells/rules/cells.ts';
import { generationSpans } from '#shared/cells/rules/generations.ts';
import type { CellStates } from '#shared/cells/store/cell-states.ts';
import type { Cells } from '#shared/cells/store/cells.ts';
import { daysBetween } from '#shared/values/quarter-hours.ts';
import { useTurn } from '#shared/values/turn-budget.ts';

/** Both days are included. A cell may be returned in several parts. */
export async function* readCells(
  owner: Owner,
  series: Series,
  { from, to }: { from: string; to: string },
  { cells, cellStates }: { cells: Cells; cellStates: CellStates },
): AsyncGenerator<CountedCell> {
  const state = await cellStates.one(owner.accountId);
  for (const span of generationSpans(state, series, daysBetween(from, to)))
    for await (const some of cells.between(owner, series, span)) {
      useTurn(some.length);
      yield* some;
    }
}
