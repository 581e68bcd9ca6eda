import { depsOf } from '#shared/aws/deps-of.ts';
import { keywordPlanQueue } from '#shared/keyword-plans/queues.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { needs } from './needs.ts';
import { workOnPlan } from './work-on-plan.ts';

export const handler = queueWorker(keywordPlanQueue, () => depsOf(needs), workOnPlan);
