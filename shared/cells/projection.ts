import type { Projection } from '#shared/worker/projections.ts';
import { type CellDeps, countCells } from './count-cells.ts';

/** A recount reads the log, so cells are counted once the log has the rows of the batch. */
export const cells: Projection<CellDeps> = {
  name: 'cells',
  after: ['log_rows'],
  run: countCells,
  onPoison: 'recount',
};
