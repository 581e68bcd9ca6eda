import * as z from 'zod';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { reply } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import type { AuditActor } from '#shared/operators/store/audit.ts';
import { accountTasks } from '#shared/tasks/needs.ts';
import { taskStatuses } from '#shared/tasks/rules/tasks.ts';
import { type SingleRun, startSingleRun } from '#shared/tasks/single-run.ts';

export const taskBegunNeeds = { audit, queues, tasks: accountTasks };
type Deps = DepsOf<typeof taskBegunNeeds>;

export const TaskBegun = z.object({ task_id: z.string(), status: z.enum(taskStatuses), message: z.string() }).meta({
  id: 'TaskBegun',
  description: 'The task was started. Poll `GET /api/v1/dev/tasks/{task_id}` for progress.',
});

export const exampleTaskId = 'task_4fTq0ZkJ8vW2nRxLb7YcHd';

export async function startForOperator(
  run: SingleRun,
  message: { begun: string; running: string },
  { actor }: { actor: { by: AuditActor } },
  deps: Deps,
) {
  const entry = (taskId: string) => ({
    actor: actor.by,
    action: run.job,
    userId: null,
    details: { task_id: taskId },
  });
  const { task, isNew } = await startSingleRun({ ...run, also: deps.audit.parts(entry(run.id)) }, deps);
  if (!isNew) await deps.audit.record(entry(task.id));
  return reply(202, {
    task_id: task.id,
    status: task.status,
    message: isNew ? message.begun : message.running,
  });
}
