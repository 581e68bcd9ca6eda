import { hash } from 'node:crypto';
import { type BackedUpTable, type BackupFile, BackupManifest, inBackup } from '#shared/backup/rules/backup.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { paceOf, reportedEvery, stepOf } from '#shared/values/pace.ts';
import { backupEntries, checksums } from './backup-items.ts';
import type { BackupSource } from './backup-source.ts';
import { type Contents, contentsOf, sumOf } from './contents.ts';
import { RestoreRefused } from './restore-refused.ts';

export type Link = { source: BackupSource; manifest: BackupManifest };
export type Verified = {
  manifest: BackupManifest;
  links: readonly Link[];
  contents: ReadonlyMap<string, Contents>;
};

const filesAtOnce = 4;

export async function manifestOf(source: BackupSource): Promise<BackupManifest> {
  const json = await source.text(inBackup.manifest);
  if (json === null) throw new RestoreRefused('No completed backup found: the manifest is missing.');
  const checksum = (await source.text(inBackup.checksum))?.trim();
  if (checksum !== hash('sha256', json, 'hex')) throw new RestoreRefused('Checksum mismatch in the manifest.');
  return BackupManifest.parse(JSON.parse(json));
}

type Around = { signal?: AbortSignal; onStep?: (step: string) => void };

export async function linksOf(source: BackupSource): Promise<Link[]> {
  const manifest = await manifestOf(source);
  const before: Link[] = [];
  for (const [at, id] of (manifest.chain ?? []).entries()) {
    const beside = source.beside(id);
    const otherManifest = await manifestOf(beside).catch((error: unknown) => {
      if (!(error instanceof RestoreRefused)) throw error;
      throw new RestoreRefused(`The backup ${manifest.id} needs ${id}, which is not whole: ${error.message}`);
    });
    // A folder that was copied by hand may contain a backup of another chain.
    if (otherManifest.id !== id || (otherManifest.chain ?? []).length !== at)
      throw new RestoreRefused(`The backup ${manifest.id} needs ${id}, but a different backup was found under that ID.`);
    before.push({ source: beside, manifest: otherManifest });
  }
  return [...before, { source, manifest }];
}

export async function verifyBackup(source: BackupSource, { signal, onStep = () => {} }: Around = {}): Promise<Verified> {
  const links = await linksOf(source);
  const { manifest } = links.at(-1) as Link;
  const total = links.flatMap((link) => link.manifest.tables).reduce((sum, { itemCount }) => sum + itemCount, 0);
  const reported = reportedEvery(stepOf(total), paceOf(total), (pace) => onStep(`verified: ${pace}`));
  const verified = (items: number) => {
    signal?.throwIfAborted();
    reported(items);
  };
  const contents = new Map<string, Contents>();
  for (const { name } of manifest.tables) {
    const parts: Contents[] = [];
    let later: ReadonlySet<string> = new Set();
    for (const link of links.toReversed()) {
      const table = link.manifest.tables.find((table) => table.name === name);
      if (!table) throw new RestoreRefused(`The backup ${link.manifest.id} lacks the table ${name}.`);
      const isFirst = link === links[0];
      const verifiedTable = await verifyTable(link.source, table, { later, keepsKeys: !isFirst, verified });
      parts.push(verifiedTable.contents);
      later = new Set([...later, ...verifiedTable.keys]);
    }
    contents.set(name, sumOf(parts));
  }
  return { manifest, links, contents };
}

type Wanted = { later: ReadonlySet<string>; keepsKeys: boolean; verified(items: number): void };
type Read = { all: Contents; contents: Contents; entries: number; keys: string[] };

async function verifyTable(source: BackupSource, table: BackedUpTable, wanted: Wanted): Promise<Read> {
  const files: Read[] = [];
  await forEachConcurrent(table.files, filesAtOnce, async (file) => void files.push(await verifyFile(source, file, wanted)));
  const sum = readOf(files);
  expectSame(`The table ${table.name}`, sum, table);
  return sum;
}

async function verifyFile(source: BackupSource, file: BackupFile, { later, keepsKeys, verified }: Wanted): Promise<Read> {
  const { hashes, read: readChecksums } = checksums();
  const parts: Read[] = [];
  for await (const entries of backupEntries(await source.open(file.key), file, hashes)) {
    const items = entries.filter(({ isDeleted }) => !isDeleted).map(({ item }) => item);
    const all = contentsOf(items);
    const keys = keepsKeys ? entries.map(({ item }) => keyText(item)) : [];
    const contents = later.size > 0 ? contentsOf(items.filter((item) => !later.has(keyText(item)))) : all;
    parts.push({ all, contents, entries: entries.length, keys });
    verified(entries.length);
  }
  const { md5, sha256 } = readChecksums();
  if (md5 !== file.md5 || (file.sha256 !== null && sha256 !== file.sha256))
    throw new RestoreRefused(`Checksum mismatch in the file ${file.key}.`);
  const sum = readOf(parts);
  expectSame(`The file ${file.key}`, sum, file);
  return sum;
}

const keyText = ({ pk, sk }: WireMap): string => JSON.stringify([pk, sk]);

const readOf = (parts: readonly Read[]): Read => ({
  all: sumOf(parts.map(({ all }) => all)),
  contents: sumOf(parts.map(({ contents }) => contents)),
  entries: parts.reduce((sum, { entries }) => sum + entries, 0),
  keys: parts.flatMap(({ keys }) => keys),
});

function expectSame(what: string, { entries, all }: Read, said: Pick<BackedUpTable, 'itemCount' | 'digest'>): void {
  if (entries !== said.itemCount || (said.digest !== null && all.digest !== said.digest))
    throw new RestoreRefused(
      `${what} holds ${entries} items, not the ${said.itemCount} of the manifest${entries === said.itemCount ? ' with their digest' : ''}.`,
    );
}
