import { cellStartIn } from '#shared/cells/store/cell-start.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import { clicksIntoCells, eventsIntoCells } from './into-cells.ts';
import { runMigration } from './run-migration.ts';

const perSecond = 1000;

/** Takes what an earlier version left in a data folder into cells, unless that is done. */
export async function takeIntoCells(dynamo: Dynamo, { signal }: { signal: AbortSignal }): Promise<void> {
  const tableName = 'attribution';
  if ((await cellStartIn(tableAt(tableName, dynamo), { now: Date.now }).incompleteBefore()) === null) return;
  for (const migration of [clicksIntoCells, eventsIntoCells])
    await runMigration(
      migration,
      { dynamo, tableName, action: 'run', perSecond },
      { signal, tell: () => {} },
    );
}
