import { makeResetCodeDeps } from '#shared/make-deps/reset-codes.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { sendResetCode } from './send-reset-code.ts';

export const handler = queueWorker('reset_codes', () => makeResetCodeDeps(), sendResetCode);
