export const taskStatuses = ['pending', 'running', 'completed', 'failed'] as const;
export type TaskStatus = (typeof taskStatuses)[number];
export type Counts = Record<string, number>;

/** Work that outlives a request. Times are ISO 8601 in UTC. */
export type Task = {
  id: string;
  /** The kind of work, such as `grant_daily_credits`. */
  job: string;
  status: TaskStatus;
  parameters: Record<string, unknown>;
  shards: number;
  /** Sums over all shards, set at completion. */
  counts: Counts;
  /** Some of the subjects that failed, set at completion. */
  failures: readonly number[];
  /** The reason of a failure, in a sentence. */
  error: string | null;
  createdAt: string;
  /** The time at which a later run resumed the abandoned task. */
  reopenedAt?: string;
  updatedAt: string;
};

export const hasEnded = ({ status }: Task) => status === 'completed' || status === 'failed';

/** The maximum of failed subjects that a task lists. */
export const maxFailures = 20;

export function sumOf(all: readonly Counts[]): Counts {
  const sum: Counts = {};
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
