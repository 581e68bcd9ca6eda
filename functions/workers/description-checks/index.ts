import { depsOf } from '#shared/aws/deps-of.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { checkDescription } from './check-description.ts';
import { needs } from './needs.ts';

export const handler = queueWorker('description_checks', () => depsOf(needs), checkDescription);
