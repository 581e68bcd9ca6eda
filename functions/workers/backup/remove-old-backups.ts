import { backupsFolder, inBackup, timeOfBackup } from '#shared/backup/rules/backup.ts';
import { days } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { Deps } from './needs.ts';

const removalsAtOnce = 8;

/**
 * A backup's manifest is removed first, so that an interrupted removal leaves no backup that looks complete.
 */
export async function removeOldBackups({ objects, now, retentionDays }: Pick<Deps, 'objects' | 'now' | 'retentionDays'>): Promise<void> {
  const isOld = (key: string) => {
    const at = timeOfBackup(key.slice(backupsFolder.length).split('/')[0] ?? '');
    return at !== null && at + days(retentionDays) < now();
  };
  const keys = (await objects.list(backupsFolder)).map(({ key }) => key).filter(isOld);
  const isManifest = (key: string) => key.endsWith(`/${inBackup.manifest}`);
  for (const some of [keys.filter(isManifest), keys.filter((key) => !isManifest(key))])
    await forEachConcurrent(some, removalsAtOnce, (key) => objects.remove(key));
}
