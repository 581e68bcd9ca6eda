import { spendImportQueue } from '#shared/spend/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { makeDeps } from './deps.ts';
import { makeImport } from './make-import.ts';

export const handler = queueWorker(spendImportQueue, () => makeDeps(), makeImport);
