import { makeSearchIndexDeps } from '#shared/make-deps/search-index.ts';
import { streamWorker } from '#shared/worker/stream-worker.ts';
import { indexChanges } from './index-changes.ts';

export const handler = streamWorker('search-index', () => makeSearchIndexDeps(), indexChanges);
