import { makeDescriptionCheckDeps } from '#shared/make-deps/description-checks.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { checkDescription } from './check-description.ts';

export const handler = queueWorker('description_checks', () => makeDescriptionCheckDeps(), checkDescription);
