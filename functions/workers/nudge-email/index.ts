import { queueWorker } from '#shared/worker/queue-worker.ts';
import { makeDeps } from './deps.ts';
import { sendNudge } from './send-nudge.ts';

export const handler = queueWorker('nudge_email', () => makeDeps(), sendNudge);
