export const taskStatuses = ['pending', 'running', 'completed', 'failed'] as const;
export type TaskStatus = (typeof taskStatuses)[number];
export type Counts = Record<string, number>;

/** A piece of work that outlives a request. Times are ISO 8601 in UTC. */
export type Task = {
  id: string;
  /** What is done, such as `grant_daily_credits`. */
  job: string;
  status: TaskStatus;
  /** What it was asked to do. */
  parameters: Record<string, unknown>;
  /** The parts that it is done in, each with a progress of its own. */
  shards: number;
  /** Sums over all parts, once it is completed. */
  counts: Counts;
  /** Subjects that failed while the others were done, once it is completed: some of them. */
  failures: readonly number[];
  /** Of a failed one: a sentence. */
  error: string | null;
  createdAt: string;
  /** When a later run resumed it after it was given up. */
  reopenedAt?: string;
  updatedAt: string;
};

export const hasEnded = ({ status }: Task) => status === 'completed' || status === 'failed';

/** How many failed subjects a task names. */
export const maxFailures = 20;

/** The counts of several parts as one. */
export function sumOf(all: readonly Counts[]): Counts {
  const sum: Counts = {};
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
