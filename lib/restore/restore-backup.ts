import type { Dynamo } from '#shared/data/dynamo.ts';
import { keyOfRestore } from '#shared/data/keys.ts';
import type { TableName } from '#shared/data/tables.ts';
import type { BackedUpTable } from '#shared/domain/backup.ts';
import type { BackupSource } from './backup-source.ts';
import { type Contents, isSame } from './contents.ts';
import { deleteAgain } from './delete-again.ts';
import { RestoreRefused } from './restore-refused.ts';
import { restoreTable } from './restore-table.ts';
import { type TargetTable, targetTable } from './target-table.ts';
import { type Verified, verifyBackup } from './verify-backup.ts';

export type RestoreTarget = {
  dynamo: Dynamo;
  tableNames: Record<TableName, string>;
  isStreamed(tableName: string): Promise<boolean>;
};
type Around = { signal: AbortSignal; tell(step: string): void };
export type Restored = { backupId: string; items: number; verifySeconds: number; writeSeconds: number };

/**
 * Restores a backup into empty tables: every file is compared with the manifest before anything is written, and every
 * table with it afterwards. Killed, it goes on where it was when it is called again. Throws `RestoreRefused`.
 */
export async function restoreBackup(
  source: BackupSource,
  target: RestoreTarget,
  { signal, tell }: Around,
): Promise<Restored> {
  const began = performance.now();
  const { manifest, contents } = await verifyBackup(source);
  const verified = performance.now();
  const total = manifest.tables.reduce((sum, { itemCount }) => sum + itemCount, 0);
  tell(`${manifest.id}: ${total} items in ${manifest.tables.length} tables, as the manifest says`);

  const open: { table: BackedUpTable; into: TargetTable; name: string }[] = [];
  for (const table of manifest.tables) {
    const name = target.tableNames[table.name as TableName];
    if (!name)
      throw new RestoreRefused(`The backup holds a table ${table.name}, for which there is no name here.`);
    const into = targetTable(name, target.dynamo);
    if (await isRestored(into, expected(table, contents))) tell(`${table.name}: restored before`);
    else open.push({ table, into, name });
  }
  // Each is looked at before the first is written, so that a refusal leaves no note in the others.
  for (const { into } of open) await into.isClaimed(manifest.id);
  for (const { into } of open) await into.claim(manifest.id);
  const isVerified = async (into: TargetTable) => (await into.note(keyOfRestore.head()))?.verified === true;
  for (const { table, into, name } of open) {
    if (await isVerified(into)) continue;
    let done = 0;
    const step = Math.max(500, Math.min(10_000, table.itemCount / 10));
    await restoreTable(table, {
      source,
      table: into,
      isStreamed: await target.isStreamed(name),
      signal,
      restored(items) {
        if (Math.floor((done + items) / step) > Math.floor(done / step))
          tell(`${table.name}: ${done + items} of ${table.itemCount}`);
        done += items;
      },
    });
  }
  for (const { table, into } of open) {
    if (await isVerified(into)) continue;
    const found = await into.contents();
    const wanted = expected(table, contents);
    if (!isSame(found, wanted))
      throw new RestoreRefused(
        `The table ${table.name} holds ${found.itemCount} items after the restore, and the backup ${wanted.itemCount}: they are not the same. Did somebody else write to it?`,
      );
    await into.putNote(keyOfRestore.head(), { backupId: manifest.id, verified: true });
    for (const place of table.files.keys()) await into.removeNote(keyOfRestore.file(place));
  }
  // Once all is compared, since it changes what was restored.
  const deleted = await deleteAgain(await source.deletions(), target);
  if (deleted > 0) tell(`${deleted} accounts were deleted after this backup: they are deleted again`);
  for (const { into } of open) await into.removeNote(keyOfRestore.head());
  return {
    backupId: manifest.id,
    items: total,
    verifySeconds: (verified - began) / 1000,
    writeSeconds: (performance.now() - verified) / 1000,
  };
}

/** A table without notes that holds what the backup does: a restore was killed once it had ended here. */
async function isRestored(table: TargetTable, wanted: Contents): Promise<boolean> {
  if ((await table.note(keyOfRestore.head())) || (await table.isEmpty())) return false;
  return isSame(await table.contents(), wanted);
}

function expected({ name }: BackedUpTable, contents: Verified['contents']): Contents {
  const found = contents.get(name);
  if (!found) throw new Error(`The table ${name} was not verified.`);
  return found;
}
