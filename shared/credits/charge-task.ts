import type { UserTask } from '#shared/tasks/rules/user-tasks.ts';
import { TaskFailed } from '#shared/tasks/user-task.ts';
import { ApiError } from '#shared/values/errors.ts';
import type { PaidOperation } from '#shared/values/paid-operations.ts';
import { type ChargeDeps, chargeFor } from './charge-for.ts';

export async function chargeTask(operation: PaidOperation, { id, userId }: UserTask, deps: ChargeDeps): Promise<void> {
  try {
    await chargeFor(operation, { userId, id }, deps);
  } catch (error) {
    if (error instanceof ApiError) throw new TaskFailed(error.message);
    throw error;
  }
}
