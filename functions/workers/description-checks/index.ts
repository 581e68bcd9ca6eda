import { queueWorker } from '#shared/worker/queue-worker.ts';
import { checkDescription } from './check-description.ts';
import { makeDeps } from './deps.ts';

export const handler = queueWorker('description_checks', () => makeDeps(), checkDescription);
