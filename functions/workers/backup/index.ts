import { depsOf } from '#shared/aws/deps-of.ts';
import { backupQueue } from '#shared/backup/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueBackup } from './continue-backup.ts';
import { needs } from './needs.ts';

export const handler = queueWorker(backupQueue, () => depsOf(needs), continueBackup);
