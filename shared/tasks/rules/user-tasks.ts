import type { UserJob } from '#shared/messages/effects.ts';
import { hours } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { TaskStatus } from './tasks.ts';

/** A retry does not help against these errors, which the input causes. */
export const taskErrorCodes = ['website_unreachable', 'address_refused'] as const;
export type TaskErrorCode = (typeof taskErrorCodes)[number];

export type UserTask = {
  id: string;
  job: UserJob;
  userId: AccountId;
  /** A single task runs at a time per user, job and subject. */
  subject: string;
  parameters: Record<string, unknown>;
  status: TaskStatus;
  stage: string;
  percent: number;
  result: unknown;
  error: string | null;
  errorCode?: TaskErrorCode | null;
  takes: number;
  /** Times are ISO 8601 UTC. */
  createdAt: string;
  updatedAt: string;
};

export const hasEnded = ({ status }: Pick<UserTask, 'status'>) => status === 'completed' || status === 'failed';

export const maxAttempts = 5;
/** A task that has not changed for this time has no worker. */
export const abandonedMs = hours(1);
