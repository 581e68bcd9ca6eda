import { queueWorker } from '#shared/worker/queue-worker.ts';
import { makeDeps } from './deps.ts';
import { workOnMessage } from './work-on-message.ts';

export const handler = queueWorker('reset_codes', () => makeDeps(), workOnMessage);
