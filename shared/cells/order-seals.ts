import { recountQueue } from '#shared/event-log/queues.ts';
import type { SingleRun } from '#shared/tasks/single-run.ts';

export const sealJob = 'seal_cells';

export const sealParts = 4;
/** `at` is in epoch milliseconds and determines the days. */
export type SealParameters = { at: number };

export const sealOrder = (id: string, now: number): SingleRun => ({
  id,
  job: sealJob,
  queue: recountQueue,
  parameters: { at: now } satisfies SealParameters,
  shards: sealParts,
});
