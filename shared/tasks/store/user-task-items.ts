import type { Effect, UserJob } from '#shared/messages/effects.ts';
import { RetrySoon } from '#shared/messages/retry-soon.ts';
import type { Item } from '#shared/store/item.ts';
import type { Part } from '#shared/store/table.ts';
import { keyOf } from '#shared/tasks/items.ts';
import type { UserTask } from '#shared/tasks/rules/user-tasks.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type TaskItem = Item & UserTask & { begunBy: string; worker?: string; leaseUntil?: number; stepsSeen?: number };
export type StepItem = Item & { step: string; output: unknown };
export type SubjectItem = Item & { taskId: string; isRunning: boolean };

export type Taken = { task: UserTask; steps: ReadonlyMap<string, unknown> };
export type Outcome = { result?: unknown; effects?: readonly Effect[]; parts?: readonly Part[] };

export const retentionSeconds = daysInSeconds(90);
export const openCondition = '#status IN (:pending, :running)';
export const openValues = { ':pending': 'pending', ':running': 'running' };
export const givenUp = 'It did not come to an end. Ask for it again.';

export class TaskBusy extends RetrySoon {
  override name = 'TaskBusy';
}
export class TaskLost extends Error {
  override name = 'TaskLost';
}
/** A parallel change requires that the task's end is computed again. */
export class TaskChanged extends Error {
  override name = 'TaskChanged';
}

export const noLongerRunning = (job: UserJob, accountId: AccountId, subject: string, taskId: string): Part => ({
  key: keyOf.subjectTask(job, accountId, subject),
  update: 'SET isRunning = :no',
  condition: 'taskId = :taskId',
  values: { ':no': false, ':taskId': taskId },
});
