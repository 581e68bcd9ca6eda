import * as z from 'zod';

/** Of our own manifest; the files below are as DynamoDB's export to S3 writes them. `changes`: of a backup of changes. */
export const backupFormats = { full: 1, changes: 2 } as const;
/** Every key of a backup begins with it. */
export const backupsFolder = 'backups/';

const count = z.int().min(0);

/** A data file. `key` is relative to the backup's folder, so that a copy of the folder is a backup too. */
export const BackupFile = z.object({
  key: z.string(),
  itemCount: count,
  /** Of the file as it lies there; the digest is of the items in it, `null` where DynamoDB wrote the file. */
  md5: z.string(),
  sha256: z.string().nullable(),
  bytes: count.nullable(),
  digest: z.string().nullable(),
});
export type BackupFile = z.output<typeof BackupFile>;

export const BackedUpTable = z.object({
  name: z.string(),
  tableName: z.string(),
  exportId: z.string(),
  itemCount: count,
  /** Of all items, in whatever order: see `item-digest.ts`. */
  digest: z.string().nullable(),
  files: z.array(BackupFile),
});
export type BackedUpTable = z.output<typeof BackedUpTable>;

/** What a backup holds. It is written last: a folder without it is no backup. */
export const BackupManifest = z.object({
  format: z.literal([backupFormats.full, backupFormats.changes]),
  id: z.string(),
  service: z.object({ name: z.string(), version: z.string() }),
  /**
   * `export`: DynamoDB's own, each table as it was at one moment. `scan`: read through while the service went on, so a
   * change during the backup may be in it or not.
   */
  method: z.enum(['export', 'scan']),
  startedAt: z.iso.datetime(),
  /** Of an export: the moment of the tables. */
  exportedAt: z.iso.datetime().optional(),
  /** Backups without which this one means nothing, oldest first: a full one, and the changes since. */
  chain: z.array(z.string()).optional(),
  completedAt: z.iso.datetime(),
  tables: z.array(BackedUpTable),
});
export type BackupManifest = z.output<typeof BackupManifest>;

/** Sorts by its time. */
export const backupIdOf = (at: number, sha256OfTask: string) =>
  `${new Date(at).toISOString().slice(0, 19).replace(/[:-]/g, '')}Z-${sha256OfTask.slice(0, 6)}`;

/** Epoch milliseconds of a backup, `null` for another folder. */
export function timeOfBackup(backupId: string): number | null {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{6}$/.exec(backupId) ?? [];
  const [year, month, day, hour, minute, second] = parts;
  return parts.length === 0 ? null : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** Keys within a backup's folder. An export's folder is as DynamoDB lays it out under a prefix. */
export const inBackup = {
  manifest: 'manifest.json',
  checksum: 'manifest.sha256',
  /** The time at which every file was last compared with the manifest. No part of the backup. */
  verified: 'verified.txt',
  export: (table: string, exportId: string) => `${table}/AWSDynamoDB/${exportId}`,
};
export const folderOf = (backupId: string) => `${backupsFolder}${backupId}/`;
