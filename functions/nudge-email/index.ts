import { makeNudgeDeps } from '#shared/make-deps/nudges.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { sendNudge } from './send-nudge.ts';

export const handler = queueWorker('nudge_email', () => makeNudgeDeps(), sendNudge);
