import { depsOf } from '#shared/aws/deps-of.ts';
import { exportQueue } from '#shared/event-log/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { needs } from './needs.ts';
import { writeExport } from './write-export.ts';

export const handler = queueWorker(exportQueue, () => depsOf(needs), writeExport);
