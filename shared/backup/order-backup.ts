import { backupIdOf } from '#shared/backup/rules/backup.ts';
import type { LatestBackup } from '#shared/backup/store/backups.ts';
import type { ExportWindow } from '#shared/backup/table-exports.ts';
import { tableNames } from '#shared/store/tables.ts';
import type { SingleRun } from '#shared/tasks/single-run.ts';
import { hours, minutes } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';

export const backupJob = 'backup_database';
/** Parts that each table is read in, side by side. */
const segments = 4;

/** `export`: by DynamoDB itself. `scan`: by the worker, in the same form, where there is no such thing. */
export type BackupMethod = 'export' | 'scan';
export type BackupParameters = {
  backupId: string;
  method: BackupMethod;
  segments: number;
  /** Of exports. Tasks of earlier versions have none: they export everything. */
  window?: ExportWindow;
  /** The backups that it needs, a full one first; none of a full one. */
  chain?: readonly string[];
};

/** A backup of changes is of so long at most and at least, as DynamoDB wants it. */
const [longestMs, shortestMs] = [hours(24), minutes(15)];
/** A run that is late by this much still follows the one before. */
const lateMs = hours(1);
/** How far behind a table is what can be exported of it: five minutes, and one to be sure. */
const behindMs = minutes(6);
/** After so many backups a full one follows: each of a chain is needed to restore its last. */
export const longestChain = 7;

/**
 * The order of a backup of every table. With a `latest` export, of what changed since, where DynamoDB exports
 * that and the chain is not too long; otherwise of everything.
 */
export function backupOrder(
  id: string,
  now: number,
  method: BackupMethod,
  latest: LatestBackup | null = null,
): SingleRun {
  const parts = method === 'export' ? 1 : segments;
  const parameters: BackupParameters = {
    ...{ backupId: backupIdOf(now, sha256(id)), method, segments: parts },
    ...(method === 'export' && exportOf(Math.floor((now - behindMs) / 1000) * 1000, latest)),
  };
  return { id, job: backupJob, queue: 'backup', parameters, shards: parts * tableNames.length };
}

function exportOf(
  now: number,
  latest: LatestBackup | null,
): Required<Pick<BackupParameters, 'window' | 'chain'>> {
  const { backupId, exportedAt: since, chain: before = [] } = latest ?? {};
  const chain = backupId === undefined ? [] : [...before, backupId];
  const isFollowing =
    since !== undefined &&
    chain.length < longestChain &&
    now - since >= shortestMs &&
    now - since <= longestMs + lateMs;
  return isFollowing
    ? { window: { at: Math.min(now, since + longestMs), since }, chain }
    : { window: { at: now, since: null }, chain: [] };
}

/** Which part of which table a task's part is. */
export function partOf(shard: number, { segments }: BackupParameters) {
  const name = tableNames[Math.floor(shard / segments)];
  if (!name) throw new Error(`A backup has no part ${shard}.`);
  return { name, segment: shard % segments };
}
