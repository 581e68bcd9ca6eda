import { hash } from 'node:crypto';
import {
  type BackedUpTable,
  type BackupFile,
  BackupManifest,
  inBackup,
} from '#shared/backup/rules/backup.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { paceOf, stepOf, toldEvery } from '#shared/values/pace.ts';
import { backupItems, checksums } from './backup-items.ts';
import type { BackupSource } from './backup-source.ts';
import { type Contents, contentsOf, sumOf } from './contents.ts';
import { RestoreRefused } from './restore-refused.ts';

export type Verified = { manifest: BackupManifest; contents: ReadonlyMap<string, Contents> };

const filesAtOnce = 4;

/** A backup's manifest, which has to be what its checksum says. */
export async function manifestOf(source: BackupSource): Promise<BackupManifest> {
  const json = await source.text(inBackup.manifest);
  if (json === null)
    throw new RestoreRefused('There is no manifest there: that is no backup, or one that was not completed.');
  const checksum = (await source.text(inBackup.checksum))?.trim();
  if (checksum !== hash('sha256', json, 'hex'))
    throw new RestoreRefused('The manifest is not what its checksum says.');
  return BackupManifest.parse(JSON.parse(json));
}

type Around = { signal?: AbortSignal; tell?: (step: string) => void };

/** Reads every file of a backup and compares it with the manifest: what each table holds. Throws `RestoreRefused`. */
export async function verifyBackup(
  source: BackupSource,
  { signal, tell = () => {} }: Around = {},
): Promise<Verified> {
  const manifest = await manifestOf(source);
  const total = manifest.tables.reduce((sum, { itemCount }) => sum + itemCount, 0);
  const told = toldEvery(stepOf(total), paceOf(total), (pace) => tell(`verified: ${pace}`));
  const verified = (items: number) => {
    signal?.throwIfAborted();
    told(items);
  };
  const contents = new Map<string, Contents>();
  for (const table of manifest.tables) {
    const files: Contents[] = [];
    await forEachConcurrent(
      table.files,
      filesAtOnce,
      async (file) => void files.push(await verifyFile(source, file, verified)),
    );
    const found = sumOf(files);
    expectSame(`The table ${table.name}`, found, table);
    contents.set(table.name, found);
  }
  return { manifest, contents };
}

async function verifyFile(
  source: BackupSource,
  file: BackupFile,
  verified: (items: number) => void,
): Promise<Contents> {
  const { hashes, read } = checksums();
  const parts: Contents[] = [];
  for await (const items of backupItems(await source.open(file.key), file, hashes)) {
    parts.push(contentsOf(items));
    verified(items.length);
  }
  const { md5, sha256 } = read();
  if (md5 !== file.md5 || (file.sha256 !== null && sha256 !== file.sha256))
    throw new RestoreRefused(`The file ${file.key} is not what its checksum says.`);
  const found = sumOf(parts);
  expectSame(`The file ${file.key}`, found, file);
  return found;
}

function expectSame(what: string, found: Contents, said: Pick<BackedUpTable, 'itemCount' | 'digest'>): void {
  if (found.itemCount !== said.itemCount || (said.digest !== null && found.digest !== said.digest))
    throw new RestoreRefused(
      `${what} holds ${found.itemCount} items, not the ${said.itemCount} of the manifest${found.itemCount === said.itemCount ? ' with their digest' : ''}.`,
    );
}
