import { depsOf } from '#shared/aws/deps-of.ts';
import { streamWorker } from '#shared/worker/stream-worker.ts';
import { deliverChanges } from './deliver-changes.ts';
import { needs } from './needs.ts';

export const handler = streamWorker('outbox', () => depsOf(needs), deliverChanges);
