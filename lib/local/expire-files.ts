import { backupsFolder, timeOfBackup } from '#shared/backup/rules/backup.ts';
import { fileDays } from '#shared/event-log/rules/export-file.ts';
import { longestErasureMs } from '#shared/event-log/store/erasure-files.ts';
import { uploadDays } from '#shared/spend/rules/upload-file.ts';
import { days } from '#shared/values/durations.ts';
import type { S3Store } from './engines/fauxqs-parts.ts';
import { backupBucket, exportBucket } from './environment.ts';

const unfinishedKeptMs = days(1);

/**
 * As in the cloud, exports and uploads expire after a week, and unfinished files after a day. A backup may
 * need records of deletions and erasures.
 */
export function expireFiles(store: S3Store, now: number): void {
  const filesOf = (bucket: string) => [...(store.buckets.get(bucket)?.values() ?? [])];
  const oldestBackup = filesOf(backupBucket).reduce((oldest, { key }) => Math.min(oldest, timeOfBackupWith(key) ?? now), now);
  const rules: [bucket: string, folder: string, before: number][] = [
    [exportBucket, 'exports/', now - days(fileDays)],
    [exportBucket, 'uploads/', now - days(uploadDays)],
    [backupBucket, 'deletions/', oldestBackup - longestErasureMs],
    [backupBucket, 'erasures/', oldestBackup - longestErasureMs],
  ];
  for (const [bucket, folder, before] of rules)
    for (const { key, lastModified } of filesOf(bucket))
      if (key.startsWith(folder) && lastModified.getTime() < before) store.deleteObject(bucket, key);
  for (const [id, { initiated }] of [...store.multipartUploads])
    if (initiated.getTime() < now - unfinishedKeptMs) store.abortMultipartUpload(id);
}

const timeOfBackupWith = (key: string): number | null =>
  key.startsWith(backupsFolder) ? timeOfBackup(key.slice(backupsFolder.length).split('/')[0] ?? '') : null;
