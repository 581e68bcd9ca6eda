import * as z from 'zod';

export const backupFormats = { full: 1, changes: 2 } as const;
export const backupsFolder = 'backups/';

const count = z.int().min(0);

/** Keys of files are relative, so a copy of the folder is a backup too. */
export const BackupFile = z.object({
  key: z.string(),
  itemCount: count,
  /** The hash covers the file, the digest its items; DynamoDB's files have no hash. */
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
  digest: z.string().nullable(),
  files: z.array(BackupFile),
});
export type BackedUpTable = z.output<typeof BackedUpTable>;

/** The manifest is written last: a folder without it is no backup. */
export const BackupManifest = z.object({
  format: z.literal([backupFormats.full, backupFormats.changes]),
  id: z.string(),
  service: z.object({ name: z.string(), version: z.string() }),
  /** An `export` has one instant per table; a `scan` may miss parallel changes. */
  method: z.enum(['export', 'scan']),
  startedAt: z.iso.datetime(),
  exportedAt: z.iso.datetime().optional(),
  chain: z.array(z.string()).optional(),
  completedAt: z.iso.datetime(),
  tables: z.array(BackedUpTable),
});
export type BackupManifest = z.output<typeof BackupManifest>;

export const backupIdOf = (at: number, sha256OfTask: string) =>
  `${new Date(at).toISOString().slice(0, 19).replace(/[:-]/g, '')}Z-${sha256OfTask.slice(0, 6)}`;

/** Returns the backup's time in epoch milliseconds, or `null` for another name. */
export function timeOfBackup(backupId: string): number | null {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{6}$/.exec(backupId) ?? [];
  const [year, month, day, hour, minute, second] = parts;
  return parts.length === 0 ? null : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

export const inBackup = {
  manifest: 'manifest.json',
  checksum: 'manifest.sha256',
  verified: 'verified.txt',
  export: (table: string, exportId: string) => `${table}/AWSDynamoDB/${exportId}`,
};
export const folderOf = (backupId: string) => `${backupsFolder}${backupId}/`;
