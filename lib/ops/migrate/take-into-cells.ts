import { cellStartIn } from '#shared/cells/store/cell-start.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import { clicksIntoCells, eventsIntoCells } from './into-cells.ts';
import { runMigration } from './run-migration.ts';

const perSecond = 1000;

export async function takeIntoCells(
  dynamo: Dynamo,
  { signal, tableName = 'attribution' }: { signal: AbortSignal; tableName?: string },
): Promise<void> {
  const start = cellStartIn(tableAt(tableName, dynamo), { now: Date.now });
  if ((await start.incompleteBefore()) === null) return;
  const settings = { dynamo, tableName, action: 'run', perSecond } as const;
  for (const migration of [clicksIntoCells, eventsIntoCells]) await runMigration(migration, settings, { signal, onStep: () => {} });
}
