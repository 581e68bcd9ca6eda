export const taskStatuses = ['pending', 'running', 'completed', 'failed'] as const;
export type TaskStatus = (typeof taskStatuses)[number];
export type Counts = Record<string, number>;

/** Times are ISO 8601 UTC. */
export type Task = {
  id: string;
  job: string;
  status: TaskStatus;
  parameters: Record<string, unknown>;
  shards: number;
  counts: Counts;
  failures: readonly number[];
  error: string | null;
  createdAt: string;
  reopenedAt?: string;
  updatedAt: string;
};

export const hasEnded = ({ status }: Task) => status === 'completed' || status === 'failed';

export const maxFailures = 20;

export function sumOf(all: readonly Counts[]): Counts {
  const sum: Counts = {};
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
