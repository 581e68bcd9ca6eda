import { keywordPlanQueue } from '#shared/keyword-plans/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { makeDeps } from './deps.ts';
import { workOnPlan } from './work-on-plan.ts';

export const handler = queueWorker(keywordPlanQueue, () => makeDeps(), workOnPlan);
