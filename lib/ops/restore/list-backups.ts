import type { Files } from '#lib/ops/aws/sdk-files.ts';
import { backupsFolder, inBackup, timeOfBackup } from '#shared/backup/rules/backup.ts';
import { bucketSource } from './backup-source.ts';
import { RestoreRefused } from './restore-refused.ts';
import { type Link, linksOf } from './verify-backup.ts';

export async function listBackups(objects: Pick<Files, 'list'>): Promise<string[]> {
  const files = await objects.list(backupsFolder);
  return files
    .map(({ key }) => key.slice(backupsFolder.length).split('/'))
    .filter(([id = '', file, ...more]) => file === inBackup.manifest && more.length === 0 && timeOfBackup(id) !== null)
    .map(([id = '']) => id)
    .sort();
}

export async function backupNamed(name: string, objects: Pick<Files, 'list'>): Promise<string> {
  if (name !== 'latest') return name;
  const latest = (await listBackups(objects)).at(-1);
  if (!latest) throw new RestoreRefused('There is no completed backup there.');
  return latest;
}

export async function describeBackups(objects: Omit<Files, 'put'>): Promise<string[]> {
  const lines: string[] = [];
  for (const id of await listBackups(objects)) {
    const line = await linksOf(bucketSource(objects, id)).then(
      (links) => {
        const { tables, completedAt, chain } = (links.at(-1) as Link).manifest;
        const counts = tables.map(({ name, itemCount }) => `${name} ${itemCount}`).join(', ');
        return `completed ${completedAt}  ${chain ? `changes since ${chain.at(-1)}: ` : ''}${counts}`;
      },
      (error: unknown) => {
        if (error instanceof RestoreRefused) return `damaged: ${error.message}`;
        throw error;
      },
    );
    lines.push(`${id}  ${line}`);
  }
  return lines;
}
