import { streamWorker } from '#shared/worker/stream-worker.ts';
import { deliverChanges } from './deliver-changes.ts';
import { makeDeps } from './deps.ts';

export const handler = streamWorker('outbox', () => makeDeps(), deliverChanges);
