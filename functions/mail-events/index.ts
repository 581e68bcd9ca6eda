import { makeMailEventDeps } from '#shared/make-deps/mail-workers.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { suppress } from './suppress.ts';

export const handler = queueWorker('mail_events', () => makeMailEventDeps(), suppress);
