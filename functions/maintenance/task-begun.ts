import * as z from 'zod';
import type { AuditActor } from '#shared/data/audit.ts';
import type { MaintenanceDeps } from '#shared/deps.ts';
import { taskStatuses } from '#shared/domain/tasks.ts';
import { reply } from '#shared/http/endpoint.ts';
import { beginSingleRun, type SingleRun } from '#shared/jobs/single-run.ts';

export const TaskBegun = z
  .object({ task_id: z.string(), status: z.enum(taskStatuses), message: z.string() })
  .meta({
    id: 'TaskBegun',
    description: 'The task was started. Poll `GET /api/v1/dev/tasks/{task_id}` for progress.',
  });

export const exampleTaskId = 'task_4fTq0ZkJ8vW2nRxLb7YcHd';

/** Begins a task that runs once at a time for an operator, or tells of the one that runs. Either is audited. */
export async function beginForOperator(
  run: SingleRun,
  message: { begun: string; running: string },
  { actor }: { actor: { by: AuditActor } },
  deps: MaintenanceDeps,
) {
  const entry = (taskId: string) => ({
    actor: actor.by,
    action: run.job,
    userId: null,
    details: { task_id: taskId },
  });
  const { task, isNew } = await beginSingleRun({ ...run, also: deps.audit.parts(entry(run.id)) }, deps);
  if (!isNew) await deps.audit.record(entry(task.id));
  return reply(202, {
    task_id: task.id,
    status: task.status,
    message: isNew ? message.begun : message.running,
  });
}
