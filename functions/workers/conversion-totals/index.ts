import { streamWorker } from '#shared/worker/stream-worker.ts';
import { makeDeps } from './deps.ts';
import { project } from './project.ts';

export const handler = streamWorker('conversion-totals', () => makeDeps(), project);
