import { cellStartIn } from '#shared/cells/store/cell-start.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import { tableScan } from '#shared/store/table-scan.ts';

/** Cells of a data folder of an earlier version count from now on. The workers must not run yet. */
export async function startCells(dynamo: Dynamo, { tableName = 'attribution', now = Date.now } = {}): Promise<void> {
  const whole = { segment: 0, segments: 1 };
  const { items } = await tableScan(tableName, dynamo)(whole, { start: undefined, limit: 1 });
  const since = items.length === 0 ? '' : new Date(now()).toISOString();
  await cellStartIn(tableAt(tableName, dynamo), { now }).start(since);
}
