import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backedUpTable, writeManifest } from '#functions/workers/backup/complete-backup.ts';
import { scanSlices } from '#functions/workers/backup/scan-slices.ts';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import { type BackupFile, backupFormats, backupIdOf, folderOf } from '#shared/backup/rules/backup.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import { type DurableTableName, durableTableNames } from '#shared/store/tables.ts';
import { randomText, sha256 } from '#shared/values/ids.ts';
import { service } from '#shared/values/service.ts';

const sizes = { pageItems: 1000, sliceBytes: 4_000_000 };

export async function writeBackup(folder: string, dynamo: Dynamo): Promise<void> {
  const [id, startedAt] = [randomText(32), new Date().toISOString()];
  const backupId = backupIdOf(Date.parse(startedAt), sha256(id));
  const objects: Pick<ObjectStore, 'put'> = {
    async put(key, body) {
      const file = join(folder, key.slice(folderOf(backupId).length));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, body);
    },
  };
  const scan = Object.fromEntries(durableTableNames.map((name) => [name, tableScan(name, dynamo)]));
  const parameters = { backupId, method: 'scan', segments: 1 };
  const slices = scanSlices(
    { id, createdAt: startedAt, parameters },
    { scan: scan as Record<DurableTableName, ReturnType<typeof tableScan>>, objects, sizes },
  );
  const tables = [];
  for (const [shard, name] of durableTableNames.entries()) {
    const files: BackupFile[] = [];
    let start: WireMap | undefined;
    do {
      const { subjects, next } = await slices.page(shard, start);
      files.push(...((await slices.processPage(subjects)).notes as BackupFile[]));
      start = next;
    } while (start);
    tables.push(backedUpTable({ name, tableName: name, exportId: 'move' }, files));
  }
  const completedAt = new Date().toISOString();
  const manifest = { format: backupFormats.full, id: backupId, service, method: 'scan' as const };
  await writeManifest({ ...manifest, startedAt, completedAt, tables }, objects);
}
