import { createHash, hash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  type BackedUpTable,
  type BackupFile,
  BackupManifest,
  backupFormats,
  backupIdOf,
  inBackup,
} from '#shared/backup/rules/backup.ts';
import { addDigests, digestOf } from '#shared/backup/rules/item-digest.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import { type TableName, tableNames } from '#shared/store/tables.ts';
import { randomText, sha256 } from '#shared/values/ids.ts';
import { service } from '#shared/values/service.ts';

const pageItems = 1000;
const fileBytes = 4_000_000;

/** Writes a backup of unused tables into a folder, in the form that the restore's `folderSource` reads. */
export async function writeBackup(
  folder: string,
  dynamo: Dynamo,
  seen: (table: TableName, items: readonly WireMap[]) => void = () => {},
): Promise<BackupManifest> {
  const startedAt = new Date();
  const tables: BackedUpTable[] = [];
  for (const name of tableNames) tables.push(await backedUp(name, folder, dynamo, seen));
  const manifest = BackupManifest.parse({
    ...{ format: backupFormats.full, id: backupIdOf(startedAt.getTime(), sha256(randomText(32))), service },
    ...{ method: 'scan', startedAt: startedAt.toISOString(), completedAt: new Date().toISOString(), tables },
  });
  const json = JSON.stringify(manifest, null, 2);
  await writeFile(join(folder, inBackup.checksum), hash('sha256', json, 'hex'));
  await writeFile(join(folder, inBackup.manifest), json);
  return manifest;
}

async function backedUp(
  name: TableName,
  folder: string,
  dynamo: Dynamo,
  seen: (table: TableName, items: readonly WireMap[]) => void,
): Promise<BackedUpTable> {
  const scan = tableScan(name, dynamo);
  const files: BackupFile[] = [];
  let start: WireMap | undefined;
  do {
    const items: WireMap[] = [];
    const lines: string[] = [];
    let bytes = 0;
    do {
      const page = await scan({ segment: 0, segments: 1 }, { start, limit: pageItems });
      for (const item of page.items) {
        const line = `${JSON.stringify({ Item: item })}\n`;
        items.push(item);
        lines.push(line);
        bytes += line.length;
      }
      start = page.next;
    } while (start && bytes < fileBytes);
    if (items.length === 0) continue;
    seen(name, items);
    const body = gzipSync(lines.join(''));
    const key = `${name}/${String(files.length).padStart(6, '0')}.json.gz`;
    await mkdir(dirname(join(folder, key)), { recursive: true });
    await writeFile(join(folder, key), body);
    files.push({
      ...{ key, itemCount: items.length, bytes: body.length, digest: digestOf(items) },
      md5: createHash('md5').update(body).digest('base64'),
      sha256: hash('sha256', body, 'hex'),
    });
  } while (start);
  const itemCount = files.reduce((sum, file) => sum + file.itemCount, 0);
  const digest = addDigests(files.flatMap((file) => file.digest ?? []));
  return { name, tableName: name, exportId: 'move', itemCount, digest, files };
}
