import { backupQueue } from '#shared/backup/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueBackup } from './continue-backup.ts';
import { makeDeps } from './deps.ts';

export const handler = queueWorker(backupQueue, () => makeDeps(), continueBackup);
