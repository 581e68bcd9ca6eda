import { indexChanges } from '#shared/search/index-changes.ts';
import { streamWorker } from '#shared/worker/stream-worker.ts';
import { makeDeps } from './deps.ts';

export const handler = streamWorker('search-index', () => makeDeps(), indexChanges);
