import { workUserTask } from '#shared/jobs/user-task.ts';
import { type KeywordPlanDeps, makeKeywordPlan } from '#shared/keyword-plan/make-plan.ts';
import type { Message } from '#shared/queues.ts';

/** Makes the keyword plan that a task asks for. */
export const workOnPlan = ({ task_id }: Message<'keyword_plan'>, deps: KeywordPlanDeps): Promise<void> =>
  workUserTask(task_id, (run) => makeKeywordPlan(run, deps), deps);
