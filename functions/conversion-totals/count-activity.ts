import type { ProjectionDeps } from '#shared/deps.ts';
import {
  type ActivityCell,
  activityOfBrowserEvent,
  activityOfConversion,
  activityOfSession,
} from '#shared/domain/activity.ts';
import { eachAtOnce } from '#shared/each-at-once.ts';
import type { Batch, Change } from '#shared/worker/stream-worker.ts';

const writesAtOnce = 16;

/** Counts what a batch holds for the funnel: one write per counter touched, however many records. */
export async function countActivity(
  { shardId, changes }: Batch,
  { activity }: Pick<ProjectionDeps, 'activity'>,
): Promise<void> {
  const counters = new Map<string, { cell: ActivityCell; records: { sequence: string }[] }>();
  for (const { sequence, ...change } of changes) {
    for (const cell of cellsOf(change)) {
      const id = JSON.stringify(cell);
      const counter = counters.get(id) ?? { cell, records: [] };
      counters.set(id, counter);
      counter.records.push({ sequence });
    }
  }
  await eachAtOnce([...counters.values()], writesAtOnce, ({ cell, records }) =>
    activity.count(cell, shardId, records),
  );
}

function cellsOf({ before, after }: Omit<Change, 'sequence'>): ActivityCell[] {
  // Items are as the repositories wrote them.
  type Written<F extends (...args: never[]) => unknown> = Parameters<F>[0];
  if (after?.kind === 'conversion') {
    type Arguments = Parameters<typeof activityOfConversion>;
    return activityOfConversion(...([before, after] as unknown as Arguments));
  }
  if (!after || before) return [];
  if (after.kind === 'session')
    return [activityOfSession(after as unknown as Written<typeof activityOfSession>)];
  if (after.kind === 'pixel_event')
    return [activityOfBrowserEvent(after as unknown as Written<typeof activityOfBrowserEvent>)];
  return [];
}
