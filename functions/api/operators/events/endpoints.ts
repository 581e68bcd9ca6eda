export { listAccountEvents } from './list-account-events.ts';
export { readIngestLimits } from './read-ingest-limits.ts';
export { recount } from './recount.ts';
export { setIngestLimits } from './set-ingest-limits.ts';
