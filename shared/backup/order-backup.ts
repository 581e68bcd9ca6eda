import { backupQueue } from '#shared/backup/queues.ts';
import { backupIdOf } from '#shared/backup/rules/backup.ts';
import type { LatestBackup } from '#shared/backup/store/backups.ts';
import type { ExportWindow } from '#shared/backup/table-exports.ts';
import { durableTableNames } from '#shared/store/tables.ts';
import type { SingleRun } from '#shared/tasks/single-run.ts';
import { hours, minutes } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';

export const backupJob = 'backup_database';
const segments = 4;

/** A worker writes a `scan` in the form of DynamoDB's `export`. */
export type BackupMethod = 'export' | 'scan';
export type BackupParameters = {
  backupId: string;
  method: BackupMethod;
  segments: number;
  /** Backup tasks of earlier versions have no window and export everything. */
  window?: ExportWindow;
  chain?: readonly string[];
};

const [longestMs, shortestMs] = [hours(24), minutes(15)];
const lateMs = hours(1);
/** DynamoDB's export is five minutes behind the table; one more minute is a reserve. */
const behindMs = minutes(6);
/** A restore needs every backup since the last full backup. */
export const longestChain = 7;

export function backupOrder(id: string, now: number, method: BackupMethod, latest: LatestBackup | null = null): SingleRun {
  const parts = method === 'export' ? 1 : segments;
  const parameters: BackupParameters = {
    backupId: backupIdOf(now, sha256(id)),
    method,
    segments: parts,
    ...(method === 'export' && exportOf(Math.floor((now - behindMs) / 1000) * 1000, latest)),
  };
  return { id, job: backupJob, queue: backupQueue, parameters, shards: parts * durableTableNames.length };
}

function exportOf(now: number, latest: LatestBackup | null): Required<Pick<BackupParameters, 'window' | 'chain'>> {
  const { backupId, exportedAt: since, chain: before = [] } = latest ?? {};
  const chain = backupId === undefined ? [] : [...before, backupId];
  const isFollowing = since !== undefined && chain.length < longestChain && now - since >= shortestMs && now - since <= longestMs + lateMs;
  return isFollowing ? { window: { at: Math.min(now, since + longestMs), since }, chain } : { window: { at: now, since: null }, chain: [] };
}

export function partOf(shard: number, { segments }: BackupParameters) {
  const name = durableTableNames[Math.floor(shard / segments)];
  if (!name) throw new Error(`A backup has no part ${shard}.`);
  return { name, segment: shard % segments };
}
