import { depsOf } from '#shared/aws/deps-of.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueBackup } from './continue-backup.ts';
import { needs } from './needs.ts';

export const handler = queueWorker('backup', () => depsOf(needs), continueBackup);
