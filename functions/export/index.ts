import { makeExportDeps } from '#shared/make-deps.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { writeExport } from './write-export.ts';

export const handler = queueWorker('export', () => makeExportDeps(), writeExport);
