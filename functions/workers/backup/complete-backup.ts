import { hash } from 'node:crypto';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import { type BackupParameters, partOf } from '#shared/backup/order-backup.ts';
import { type BackedUpTable, type BackupFile, BackupManifest, backupFormats, folderOf, inBackup } from '#shared/backup/rules/backup.ts';
import { addDigests } from '#shared/backup/rules/item-digest.ts';
import { durableTableNames } from '#shared/store/tables.ts';
import type { Task } from '#shared/tasks/rules/tasks.ts';
import { progressSum } from '#shared/tasks/sharded-task.ts';
import type { Progress } from '#shared/tasks/store/tasks.ts';
import { service } from '#shared/values/service.ts';
import { writeExportManifests } from './export-manifests.ts';
import type { Deps } from './needs.ts';
import { removeOldBackups } from './remove-old-backups.ts';
import { exportIdOf } from './scan-slices.ts';

export async function completeBackup(task: Task, deps: Deps): Promise<boolean> {
  const { tasks, objects, backups } = deps;
  const parts = await tasks.progress(task);
  if (parts.some(({ isDone }) => !isDone)) return false;
  const parameters = task.parameters as BackupParameters;
  const { backupId, window, chain = [] } = parameters;
  const folder = folderOf(backupId);
  // A task that was restored from its own backup must not replace the manifest.
  if ((await objects.size(folder + inBackup.manifest)) === null) {
    // Parallel workers must write the same manifest, so its time is that of the newest part.
    const completedAt = new Date(Math.max(...parts.map(({ at }) => at))).toISOString();
    const tables =
      parameters.method === 'export'
        ? parts.flatMap(({ notes = [] }) => notes as BackedUpTable[])
        : await writeTables(task, parts, completedAt, deps);
    await writeManifest(
      {
        format: chain.length > 0 ? backupFormats.changes : backupFormats.full,
        id: backupId,
        service,
        method: parameters.method,
        startedAt: task.createdAt,
        ...(window && { exportedAt: new Date(window.at).toISOString() }),
        ...(chain.length > 0 && { chain: [...chain] }),
        completedAt,
        tables,
      },
      objects,
    );
  }
  await backups.completed({ backupId, ...(window && { exportedAt: window.at, chain }) });
  if (parameters.method === 'scan') await removeOldBackups(deps);
  await tasks.move(task.id, 'completed', progressSum(parts));
  return true;
}

async function writeTables(
  task: Task,
  parts: readonly Progress[],
  completedAt: string,
  { objects, tableNames: names }: Deps,
): Promise<BackedUpTable[]> {
  const parameters = task.parameters as BackupParameters;
  const folder = folderOf(parameters.backupId);
  return await Promise.all(
    durableTableNames.map(async (name) => {
      const tableParts = parts.filter(({ shard }) => partOf(shard, parameters).name === name);
      const files = tableParts.flatMap(({ notes = [] }) => notes as BackupFile[]);
      const exportId = exportIdOf(task, name);
      const exportFolder = inBackup.export(name, exportId);
      // A worker that died may have left unlisted files. They are removed, because readers of the export
      // would take them for data.
      const listed = new Set(files.map(({ key }) => folder + key));
      for (const { key } of await objects.list(`${folder}${exportFolder}/data/`)) if (!listed.has(key)) await objects.remove(key);
      const startedAt = task.createdAt;
      const tableName = names[name];
      await writeExportManifests({ folder, exportFolder, exportId, tableName, startedAt, completedAt, files }, objects);
      return backedUpTable({ name, tableName, exportId }, files);
    }),
  );
}

export function backedUpTable(table: Pick<BackedUpTable, 'name' | 'tableName' | 'exportId'>, files: BackupFile[]): BackedUpTable {
  const itemCount = files.reduce((sum, file) => sum + file.itemCount, 0);
  return { ...table, itemCount, digest: addDigests(files.flatMap((file) => file.digest ?? [])), files };
}

export async function writeManifest(manifest: BackupManifest, objects: Pick<ObjectStore, 'put'>): Promise<void> {
  const folder = folderOf(manifest.id);
  // The store returns fields in any order, so parsing restores the manifest's order for its checksum.
  const json = JSON.stringify(BackupManifest.parse(manifest), null, 2);
  const checksum = hash('sha256', json, 'hex');
  await objects.put(folder + inBackup.checksum, checksum, { contentType: 'text/plain' });
  await objects.put(folder + inBackup.manifest, json, { contentType: 'application/json' });
}
