import { depsOf } from '#shared/aws/deps-of.ts';
import { queueWorker } from '#shared/worker/queue-worker.ts';
import { needs } from './needs.ts';
import { workOnPlan } from './work-on-plan.ts';

export const handler = queueWorker('keyword_plan', () => depsOf(needs), workOnPlan);
