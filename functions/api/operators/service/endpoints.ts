export { backupDatabase } from './backup-database.ts';
export { listAudit } from './list-audit.ts';
export { listBackups } from './list-backups.ts';
export { listTasks } from './list-tasks.ts';
export { pruneOldRows } from './prune-old-rows.ts';
export { readServiceHealth } from './read-service-health.ts';
export { readTask } from './read-task.ts';
