import { type KeywordPlanDeps, makeKeywordPlan, modelSeconds } from '#shared/keyword-plans/make-plan.ts';
import { type Message, queues } from '#shared/messages/queues.ts';
import { workUserTask } from '#shared/tasks/user-task.ts';

/** So that a call of the model that has started ends within the function's time. */
const seconds = queues.keyword_plan.timeoutSeconds - modelSeconds - 10;

/** Makes the keyword plan that a task asks for. */
export const workOnPlan = ({ task_id }: Message<'keyword_plan'>, deps: KeywordPlanDeps): Promise<void> =>
  workUserTask(task_id, (run) => makeKeywordPlan(run, deps), deps, { seconds });
