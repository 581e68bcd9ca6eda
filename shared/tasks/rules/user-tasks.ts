import type { UserJob } from '#shared/messages/user-jobs.ts';
import { hours } from '#shared/values/durations.ts';
import type { TaskStatus } from './tasks.ts';

/** Errors in a task's input. A retry does not help. */
export const taskErrorCodes = ['website_unreachable', 'address_refused'] as const;
export type TaskErrorCode = (typeof taskErrorCodes)[number];

/** Work for a user in steps with stored outcomes, so that no paid step is repeated. */
export type UserTask = {
  id: string;
  job: UserJob;
  userId: number;
  /** The subject, such as a domain. One task runs at a time per user, job and subject. */
  subject: string;
  parameters: Record<string, unknown>;
  status: TaskStatus;
  stage: string;
  percent: number;
  /** The result, once completed. */
  result: unknown;
  /** The reason of a failure, in a sentence. */
  error: string | null;
  /** The error in the task's input, if that was the reason. */
  errorCode?: TaskErrorCode | null;
  /** The number of times that a worker took the task. */
  takes: number;
  /** ISO 8601 in UTC. */
  createdAt: string;
  updatedAt: string;
};

export const hasEnded = ({ status }: Pick<UserTask, 'status'>) =>
  status === 'completed' || status === 'failed';

/** A task is abandoned after this number of attempts. */
export const maxAttempts = 5;
/** A task without a change for this time has no worker. */
export const abandonedMs = hours(1);
