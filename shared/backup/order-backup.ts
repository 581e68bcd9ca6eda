import { backupIdOf } from '#shared/backup/rules/backup.ts';
import { tableNames } from '#shared/store/tables.ts';
import type { SingleRun } from '#shared/tasks/single-run.ts';
import { sha256 } from '#shared/values/ids.ts';

export const backupJob = 'backup_database';
/** Parts that each table is read in, side by side. */
const segments = 4;

/** `export`: by DynamoDB itself. `scan`: by the worker, in the same form, where there is no such thing. */
export type BackupMethod = 'export' | 'scan';
export type BackupParameters = { backupId: string; method: BackupMethod; segments: number };

/** The order of a backup of every table. */
export function backupOrder(id: string, now: number, method: BackupMethod): SingleRun {
  const parts = method === 'export' ? 1 : segments;
  const parameters: BackupParameters = { backupId: backupIdOf(now, sha256(id)), method, segments: parts };
  return { id, job: backupJob, queue: 'backup', parameters, shards: parts * tableNames.length };
}

/** Which part of which table a task's part is. */
export function partOf(shard: number, { segments }: BackupParameters) {
  const name = tableNames[Math.floor(shard / segments)];
  if (!name) throw new Error(`A backup has no part ${shard}.`);
  return { name, segment: shard % segments };
}
