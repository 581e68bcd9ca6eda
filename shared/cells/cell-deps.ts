import { cellNamesIn } from '#shared/cells/store/cell-names.ts';
import { cellStartIn } from '#shared/cells/store/cell-start.ts';
import { cellStatesIn } from '#shared/cells/store/cell-states.ts';
import { cellsIn } from '#shared/cells/store/cells.ts';
import { marksIn } from '#shared/cells/store/marks.ts';
import type { StreamScale } from '#shared/reports/store/stream-scale.ts';
import type { Table } from '#shared/store/table.ts';

export const cellDepsOver = (table: Table, { now, scale }: { now: () => number; scale: StreamScale }) => ({
  cells: cellsIn(table, { now, scale }),
  cellNames: cellNamesIn(table, { now }),
  cellStart: cellStartIn(table, { now }),
  cellStates: cellStatesIn(table, { now }),
  cellMarks: marksIn(table),
});
