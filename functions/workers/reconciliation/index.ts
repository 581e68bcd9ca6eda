import { reconciliationQueue } from '#shared/reconciliation/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueReconciliation } from './continue-reconciliation.ts';
import { makeDeps } from './deps.ts';

export const handler = queueWorker(reconciliationQueue, () => makeDeps(), continueReconciliation);
