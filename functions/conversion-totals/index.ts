import { makeProjectionDeps } from '#shared/make-deps/workers.ts';
import { streamWorker } from '#shared/worker/stream-worker.ts';
import { project } from './project.ts';

export const handler = streamWorker('conversion-totals', () => makeProjectionDeps(), project);
