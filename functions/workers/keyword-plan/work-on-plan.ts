import { type KeywordPlanDeps, makeKeywordPlan, modelSeconds } from '#shared/keyword-plans/make-plan.ts';
import { type Message, queues } from '#shared/messages/queues.ts';
import { workUserTask } from '#shared/tasks/user-task.ts';
import { inTurn, type TurnDeps } from '#shared/worker/in-turn.ts';

/** A model call that has started must end within the function's time. */
const seconds = queues.keyword_plan.timeoutSeconds - modelSeconds - 10;

export async function workOnPlan(
  message: Message<'keyword_plan'>,
  deps: KeywordPlanDeps & TurnDeps,
): Promise<void> {
  const { task_id } = message;
  const account = message.user_id ?? (await deps.tasks.byId(task_id))?.userId;
  if (account === undefined) return;
  await inTurn({ queue: 'keyword_plan', message, account, name: task_id }, deps, () =>
    workUserTask(task_id, (run) => makeKeywordPlan(run, deps), deps, { seconds }),
  );
}
