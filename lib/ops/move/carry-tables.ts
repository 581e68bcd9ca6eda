import { folderSource } from '#lib/ops/restore/backup-source.ts';
import { expectContents, restoreBackup } from '#lib/ops/restore/restore-backup.ts';
import type { RestoreTarget } from '#lib/ops/restore/restore-target.ts';
import { claimTables as claim, targetTable } from '#lib/ops/restore/target-table.ts';
import { manifestOf, verifyBackup } from '#lib/ops/restore/verify-backup.ts';
import { keyOfRestore } from '#shared/store/items.ts';
import { durableTableNames } from '#shared/store/tables.ts';
import { moveFolder, type State } from './moved-folder.ts';

type Around = { signal: AbortSignal; onStep(step: string): void };

const compared = 'tables compared';

const tablesOf = ({ dynamo, tableNames: names }: RestoreTarget) => durableTableNames.map((name) => targetTable(names[name], dynamo));

export async function expectEmpty(moveId: string, target: RestoreTarget): Promise<void> {
  for (const table of tablesOf(target)) await table.isClaimed(moveId);
}

export const claimTables = (moveId: string, command: string, target: RestoreTarget) => claim(tablesOf(target), moveId, command);

export async function carryTables(directory: string, command: string, target: RestoreTarget, state: State, around: Around): Promise<void> {
  if (!state.isDone(compared))
    await restoreBackup(folderSource(moveFolder(directory)), target, {
      ...around,
      commandOf: () => command,
      // Until the comparison ends, only the notes in the tables record this move.
      finish: async () => state.done(compared),
    });
  for (const table of tablesOf(target)) await table.removeNote(keyOfRestore.head());
}

export async function compareTables(directory: string, target: RestoreTarget, around: Around): Promise<number> {
  const verified = await verifyBackup(folderSource(moveFolder(directory)), around);
  let items = 0;
  for (const { name } of verified.manifest.tables) items += await expectContents(name, verified, target, around);
  return items;
}

export const backupOf = (directory: string) => manifestOf(folderSource(moveFolder(directory)));
