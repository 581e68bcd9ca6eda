import type { BackupMethod } from '#shared/backup/order-backup.ts';
import type { PrunedRows, Retention } from '#shared/backup/order-prune.ts';
import type { AccountDeletions } from '#shared/data/account-deletions.ts';
import type { Backups } from '#shared/data/backups.ts';
import type { Licences } from '#shared/data/licences.ts';
import type { PrunableRows } from '#shared/data/pruned-rows.ts';
import type { Table } from '#shared/data/table.ts';
import type { TableScan } from '#shared/data/table-scan.ts';
import type { TableName } from '#shared/data/tables.ts';
import type { Tasks } from '#shared/data/tasks.ts';
import type { Teams } from '#shared/data/teams.ts';
import type { WorkerDeps } from '#shared/deps.ts';
import type { ObjectStore } from '#shared/ports/object-store.ts';
import type { Sender } from '#shared/ports/sender.ts';
import type { TableExports } from '#shared/ports/table-exports.ts';
import type { RecountDeps } from '#shared/recount/recount-events.ts';

/** What begins backups and prunes is built with. */
export type NightDeps = {
  now(): number;
  tasks: Tasks;
  queues: Pick<Sender, 'send'>;
  backups: Backups;
  backupMethod: BackupMethod;
  retention: Retention;
  accountDeletions: Pick<AccountDeletions, 'due' | 'begin'>;
};

/** What the prune worker is built with. */
export type PruneDeps = Pick<WorkerDeps, 'now' | 'queues' | 'random'> & {
  tasks: Tasks;
  rows: Record<PrunedRows, PrunableRows>;
};

/** Items read at a time, and how much JSON a data file takes before the next is begun. */
export type BackupSizes = { pageItems: number; sliceBytes: number };

/** What the backup worker is built with. */
export type BackupDeps = Pick<WorkerDeps, 'now' | 'queues' | 'random'> & {
  tasks: Tasks;
  backups: Backups;
  tableNames: Record<TableName, string>;
  scan: Record<TableName, TableScan>;
  exports: TableExports;
  objects: ObjectStore;
  sizes: BackupSizes;
  keptDays: number;
};

/** What the recount worker is built with. */
export type RecountWorkerDeps = RecountDeps &
  Pick<WorkerDeps, 'queues' | 'random'> & { tasks: Tasks; scan: TableScan; pageItems: number };

/** What the worker that erases accounts is built with. */
export type AccountErasureDeps = Pick<WorkerDeps, 'now' | 'queues' | 'random' | 'users'> & {
  tasks: Tasks;
  licences: Pick<Licences, 'release'>;
  teams: Pick<Teams, 'leaveAll'>;
  accountDeletions: Pick<AccountDeletions, 'finish'>;
  files: Pick<ObjectStore, 'list' | 'remove'>;
  tables: Record<TableName, Table>;
  scan: Record<TableName, TableScan>;
  sizes: Pick<BackupSizes, 'pageItems'>;
};
