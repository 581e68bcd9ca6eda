import { exportQueue } from '#shared/event-log/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { makeDeps } from './deps.ts';
import { writeExport } from './write-export.ts';

export const handler = queueWorker(exportQueue, () => makeDeps(), writeExport);
