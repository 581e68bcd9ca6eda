import { pruneQueue } from '#shared/backup/queues.ts';
import type { SingleRun } from '#shared/tasks/single-run.ts';

export const pruneJob = 'prune_old_rows';

export type Retention = { llmCallsDays: number; pixelEventsDays: number };
export type PruneParameters = Retention & { at: number };

export const prunedRows = ['llm_calls', 'pixel_events'] as const;
export type PrunedRows = (typeof prunedRows)[number];

export function pruneOrder(id: string, now: number, retention: Retention): SingleRun {
  const parameters: PruneParameters = { at: now, ...retention };
  return { id, job: pruneJob, queue: pruneQueue, parameters, shards: prunedRows.length };
}
