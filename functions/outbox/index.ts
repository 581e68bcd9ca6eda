import { makeOutboxDeps } from '#shared/make-deps/workers.ts';
import { streamWorker } from '#shared/worker/stream-worker.ts';
import { deliverChanges } from './deliver-changes.ts';

export const handler = streamWorker('outbox', () => makeOutboxDeps(), deliverChanges);
