import { makeBackupDeps } from '#shared/make-deps/maintenance-tasks.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueBackup } from './continue-backup.ts';

export const handler = queueWorker('backup', () => makeBackupDeps(), continueBackup);
