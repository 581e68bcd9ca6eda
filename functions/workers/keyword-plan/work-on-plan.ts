import { type KeywordPlanDeps, makeKeywordPlan, modelSeconds } from '#shared/keyword-plans/make-plan.ts';
import { keywordPlanQueue } from '#shared/keyword-plans/queues.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { workUserTask } from '#shared/tasks/user-task.ts';
import { inTurn, type TurnDeps } from '#shared/worker/in-turn.ts';

/** A model call that has started must end within the function's time. */
const seconds = keywordPlanQueue.timeoutSeconds - modelSeconds - 10;

export async function workOnPlan(message: MessageOf<typeof keywordPlanQueue>, deps: KeywordPlanDeps & TurnDeps): Promise<void> {
  const { task_id } = message;
  const account = message.user_id ?? (await deps.tasks.byId(task_id))?.userId;
  if (account === undefined) return;
  await inTurn({ queue: keywordPlanQueue, message, account, name: task_id }, deps, () =>
    workUserTask(task_id, (run) => makeKeywordPlan(run, deps), deps, { seconds }),
  );
}
