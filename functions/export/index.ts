import { makeExportDeps } from '#shared/make-deps/workers.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { writeExport } from './write-export.ts';

export const handler = queueWorker('export', () => makeExportDeps(), writeExport);
