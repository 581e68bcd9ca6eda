import { hash } from 'node:crypto';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import { BackupManifest, backupsFolder, folderOf, inBackup, timeOfBackup } from './rules/backup.ts';

type Listed = {
  id: string;
  manifest: BackupManifest | null;
  isWhole: boolean;
  verifiedAt: string | null;
};

export async function listedBackups(objects: Pick<ObjectStore, 'list' | 'get'>, most: number): Promise<Listed[]> {
  const files = (await objects.list(backupsFolder)).map(({ key }) => key.slice(backupsFolder.length));
  const idsWith = (file: string) => new Set(files.filter((key) => key.split('/')[1] === file).map((key) => key.split('/')[0] ?? ''));
  const verified = idsWith(inBackup.verified);
  const manifestFile = idsWith(inBackup.manifest);
  const ids = [...manifestFile].filter((id) => timeOfBackup(id) !== null);
  const text = async (id: string, file: string) => {
    const content = await objects.get(folderOf(id) + file);
    return content && Buffer.from(content).toString();
  };
  const newest = ids.sort().reverse().slice(0, most);
  return await Promise.all(
    newest.map(async (id) => {
      const manifest = manifestIn(await text(id, inBackup.manifest), await text(id, inBackup.checksum));
      const isWhole = manifest !== null && (manifest.chain ?? []).every((backupId) => manifestFile.has(backupId));
      const at = verified.has(id) ? timeIn(await text(id, inBackup.verified)) : null;
      return { id, manifest, isWhole, verifiedAt: at };
    }),
  );
}

function manifestIn(json: string | null, checksum: string | null): BackupManifest | null {
  if (json === null || checksum?.trim() !== hash('sha256', json, 'hex')) return null;
  return BackupManifest.safeParse(JSON.parse(json)).data ?? null;
}

const timeIn = (text: string | null): string | null => {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? null : new Date(at).toISOString();
};
