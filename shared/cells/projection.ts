import { defineProjection } from '#shared/worker/projections.ts';
import { countCells } from './count-cells.ts';
import { cells as cellCounters, cellMarks, cellNames, cellStart, cellStates } from './needs.ts';

/** A recount reads the log, so cells are counted once the log has the rows of the batch. */
export const cells = defineProjection({
  name: 'cells',
  after: ['log_rows'],
  needs: { cells: cellCounters, cellMarks, cellNames, cellStart, cellStates },
  run: countCells,
  onPoison: 'recount',
});
