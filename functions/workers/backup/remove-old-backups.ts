import { backupsFolder, inBackup, timeOfBackup } from '#shared/backup/rules/backup.ts';
import { eachAtOnce } from '#shared/values/each-at-once.ts';
import type { Deps } from './deps.ts';

const dayMs = 86_400_000;
const removalsAtOnce = 8;

/** Removes the files of backups past their days, each backup's manifest first, so that what is left of one is none. */
export async function removeOldBackups({
  objects,
  now,
  keptDays,
}: Pick<Deps, 'objects' | 'now' | 'keptDays'>): Promise<void> {
  const isOld = (key: string) => {
    const at = timeOfBackup(key.slice(backupsFolder.length).split('/')[0] ?? '');
    return at !== null && at + keptDays * dayMs < now();
  };
  const keys = (await objects.list(backupsFolder)).map(({ key }) => key).filter(isOld);
  const isManifest = (key: string) => key.endsWith(`/${inBackup.manifest}`);
  for (const some of [keys.filter(isManifest), keys.filter((key) => !isManifest(key))])
    await eachAtOnce(some, removalsAtOnce, (key) => objects.remove(key));
}
