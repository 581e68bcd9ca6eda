import { makeKeywordPlanDeps } from '#shared/make-deps/keyword-plan.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { workOnPlan } from './work-on-plan.ts';

export const handler = queueWorker('keyword_plan', () => makeKeywordPlanDeps(), workOnPlan);
