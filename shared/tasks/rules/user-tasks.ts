import type { UserJob } from '#shared/messages/user-jobs.ts';
import { hours } from '#shared/values/durations.ts';
import type { TaskStatus } from './tasks.ts';

/** Faults of what a task was asked for: asking for the same again does not help. */
export const taskErrorCodes = ['website_unreachable', 'address_refused'] as const;
export type TaskErrorCode = (typeof taskErrorCodes)[number];

/** Work for one user, done in steps whose outcomes are kept, so that nothing that was paid for is done twice. */
export type UserTask = {
  id: string;
  job: UserJob;
  userId: number;
  /** What of the user's it is about, such as a domain. Of a user, job and subject one task runs at a time. */
  subject: string;
  parameters: Record<string, unknown>;
  status: TaskStatus;
  /** A word for what is being done, and how much of it all is done, 0 to 100. */
  stage: string;
  percent: number;
  /** The result, once completed. */
  result: unknown;
  /** Of a failed one: a sentence. */
  error: string | null;
  /** Of one that failed by a fault of what was asked for. */
  errorCode?: TaskErrorCode | null;
  /** How often a worker has begun on it. */
  takes: number;
  /** ISO 8601 in UTC. */
  createdAt: string;
  updatedAt: string;
};

export const hasEnded = ({ status }: Pick<UserTask, 'status'>) =>
  status === 'completed' || status === 'failed';

/** Begun on more often than this, a task is given up. */
export const maxAttempts = 5;
/** A task that nobody has moved for so long has nobody who will. */
export const abandonedMs = hours(1);
