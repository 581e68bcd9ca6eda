import type { IndexDeps } from '#shared/search/index-document.ts';
import type { SealDeps } from '#shared/search/seal-segments.ts';

/** What the worker of the search index is built with. */
export type SearchIndexDeps = IndexDeps & SealDeps;
