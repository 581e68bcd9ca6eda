import { makeResetCodeDeps } from '#shared/make-deps/reset-codes.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { workOnMessage } from './work-on-message.ts';

export const handler = queueWorker('reset_codes', () => makeResetCodeDeps(), workOnMessage);
