import type { SingleRun } from '#shared/tasks/single-run.ts';

export const pruneJob = 'prune_old_rows';

/** How many days rows of each kind are kept. */
export type Retention = { llmCallsDays: number; pixelEventsDays: number };
/** `at`: epoch milliseconds, from which the windows count. */
export type PruneParameters = Retention & { at: number };

/** The rows that are pruned, each a part of the task. */
export const prunedRows = ['llm_calls', 'pixel_events'] as const;
export type PrunedRows = (typeof prunedRows)[number];

/** The order of a prune by the windows of now. */
export function pruneOrder(id: string, now: number, retention: Retention): SingleRun {
  const parameters: PruneParameters = { at: now, ...retention };
  return { id, job: pruneJob, queue: 'prune', parameters, shards: prunedRows.length };
}
