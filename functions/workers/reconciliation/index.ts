import { depsOf } from '#shared/aws/deps-of.ts';
import { reconciliationQueue } from '#shared/reconciliation/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { continueReconciliation } from './continue-reconciliation.ts';
import { needs } from './needs.ts';

export const handler = queueWorker(reconciliationQueue, () => depsOf(needs), continueReconciliation);
