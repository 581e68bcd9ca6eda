import { depsOf } from '#shared/aws/deps-of.ts';
import { indexChanges } from '#shared/search/index-changes.ts';
import { indexNeeds } from '#shared/search/needs.ts';
import { streamWorker } from '#shared/worker/stream-worker.ts';

export const handler = streamWorker('search-index', () => depsOf(indexNeeds), indexChanges);
