import { streamWorker } from '#shared/worker/stream-worker.ts';
import { makeDeps } from './deps.ts';
import { indexChanges } from './index-changes.ts';

export const handler = streamWorker('search-index', () => makeDeps(), indexChanges);
