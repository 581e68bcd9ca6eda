import type { Tally } from '#shared/event-log/rules/tally.ts';
import { keptNames } from '#shared/reports/kept-names.ts';
import type { ProjectionDeps } from '#shared/reports/projection-deps.ts';
import {
  type Activity,
  type ActivityCell,
  activityOfBrowserEvent,
  activityOfConversion,
  activityOfSession,
  cellOf,
} from '#shared/reports/rules/activity.ts';
import { type PartName, partOfMetric } from '#shared/reports/rules/recounts.ts';
import { type Counted, sumOf } from '#shared/reports/store/activity.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { Batch, Change } from '#shared/worker/stream-worker.ts';
import { asFirst, type Placement } from './placement.ts';

type Deps = Pick<ProjectionDeps, 'activity' | 'activityNames'>;
/** Something counted, and the record that tells of it; `part`: of the event that it is of. */
type Item = Activity & { sequence: string; count: number; part?: PartName };

const writesAtOnce = 16;

/**
 * Counts what a batch holds for the funnel: one write per counter touched, however many records. `more` is what other
 * steps found in the same records.
 */
export async function countActivity(
  { shardId, changes }: Batch,
  { activity, activityNames }: Deps,
  more: readonly (Activity & { sequence: string })[] = [],
  placed: Placement = asFirst,
): Promise<void> {
  const items: Item[] = [
    ...changes.flatMap(({ sequence, ...change }) =>
      activityOf(change).map((one) => ({ count: 1, ...one, sequence })),
    ),
    ...more.map((one) => ({ ...one, count: 1 })),
  ];
  const kept = await keptNames(items, activityNames);
  const counters = new Map<string, { cell: ActivityCell; generation: number; records: Counted[] }>();
  for (const item of items) {
    const cell = cellOf(item, 'detail' in item ? item.detail : item.detailOf(kept(item)));
    const generations = item.part ? placed(item.sequence, item.part, cell.day) : [0];
    for (const generation of generations) {
      const id = JSON.stringify([generation, cell]);
      const counter = counters.get(id) ?? { cell, generation, records: [] };
      counters.set(id, counter);
      const { sequence, at, count, value } = item;
      counter.records.push({ sequence, at, count, ...(value !== undefined && { value }) });
    }
  }
  await forEachConcurrent([...counters.values()], writesAtOnce, ({ cell, generation, records }) =>
    activity.count(cell, shardId, inOrder(records), generation),
  );
}

/** As the shard has them, those of one record as one: what other steps found comes last. */
function inOrder(records: readonly Counted[]): readonly Counted[] {
  const areInOrder = records.every(
    ({ sequence }, at) => at === 0 || sequence > (records[at - 1] as Counted).sequence,
  );
  if (areInOrder) return records;
  const byRecord = [...Map.groupBy(records, ({ sequence }) => sequence).values()];
  return byRecord
    .map((same) => ({ ...(same[0] as Counted), ...sumOf(same) }))
    .sort((a, b) => (a.sequence < b.sequence ? -1 : 1));
}

function activityOf({
  before,
  after,
}: Omit<Change, 'sequence'>): (Activity & { count?: number; part?: PartName })[] {
  // Items are as the repositories wrote them.
  type Written<F extends (...args: never[]) => unknown> = Parameters<F>[0];
  if (after?.kind === 'conversion') {
    type Arguments = Parameters<typeof activityOfConversion>;
    const found = activityOfConversion(...([before, after] as unknown as Arguments));
    return found.map((one) => ({ ...one, part: partOfMetric(one.metric) }));
  }
  if (!after || before) return [];
  if (after.kind === 'session')
    return activityOfSession(after as unknown as Written<typeof activityOfSession>);
  if (after.kind === 'pixel_event')
    return activityOfBrowserEvent(after as unknown as Written<typeof activityOfBrowserEvent>);
  if (after.kind === 'tally') {
    const { counts, accountId, environment, pixelKey, at } = after as unknown as Tally;
    const common = { accountId, environment, ...(pixelKey && { pixelKey }), at };
    return counts.map((one) => ({ ...common, ...one }));
  }
  return [];
}
