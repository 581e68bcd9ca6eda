import { depsOf } from '#shared/aws/deps-of.ts';
import { spendImportQueue } from '#shared/spend/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { makeImport } from './make-import.ts';
import { needs } from './needs.ts';

export const handler = queueWorker(spendImportQueue, () => depsOf(needs), makeImport);
