import type { Counted } from '#shared/data/activity.ts';
import type { ProjectionDeps } from '#shared/deps.ts';
import {
  type Activity,
  type ActivityCell,
  activityOfBrowserEvent,
  activityOfConversion,
  activityOfSession,
  cellOf,
  otherName,
  type Tally,
} from '#shared/domain/activity.ts';
import { dayOf } from '#shared/domain/iso-date.ts';
import { eachAtOnce } from '#shared/each-at-once.ts';
import type { Batch, Change } from '#shared/worker/stream-worker.ts';

type Deps = Pick<ProjectionDeps, 'activity' | 'activityNames'>;
type Named = Extract<Activity, { name: string }>;
/** Something counted, and the record that tells of it. */
type Item = Activity & { sequence: string; count: number };

const writesAtOnce = 16;

/**
 * Counts what a batch holds for the funnel: one write per counter touched, however many records. `more` is what other
 * steps found in the same records.
 */
export async function countActivity(
  { shardId, changes }: Batch,
  { activity, activityNames }: Deps,
  more: readonly (Activity & { sequence: string })[] = [],
): Promise<void> {
  const items: Item[] = [
    ...changes.flatMap(({ sequence, ...change }) =>
      activityOf(change).map((one) => ({ count: 1, ...one, sequence })),
    ),
    ...more.map((one) => ({ ...one, count: 1 })),
  ];
  const kept = await keptNames(items, activityNames);
  const counters = new Map<string, { cell: ActivityCell; records: Counted[] }>();
  for (const item of items) {
    const cell = cellOf(item, 'detail' in item ? item.detail : item.detailOf(kept(item)));
    const id = JSON.stringify(cell);
    const counter = counters.get(id) ?? { cell, records: [] };
    counters.set(id, counter);
    counter.records.push({ sequence: item.sequence, at: item.at, count: item.count });
  }
  await eachAtOnce([...counters.values()], writesAtOnce, ({ cell, records }) =>
    activity.count(cell, shardId, inOrder(records)),
  );
}

/** As the shard has them, those of one record as one: what other steps found comes last. */
function inOrder(records: readonly Counted[]): Counted[] {
  const byRecord = [...Map.groupBy(records, ({ sequence }) => sequence).values()];
  return byRecord
    .map((same) => ({ ...(same[0] as Counted), count: same.reduce((sum, { count }) => sum + count, 0) }))
    .sort((a, b) => (a.sequence < b.sequence ? -1 : 1));
}

/** What a name is counted as: itself, while its day keeps it. */
async function keptNames(items: readonly Item[], names: Deps['activityNames']) {
  const named = items.filter((item): item is Item & Named => 'name' in item);
  const dayOfItem = ({ accountId, environment, source, at }: Named) =>
    ({ accountId, environment, source, day: dayOf(at) }) as const;
  const idOf = (item: Named) => JSON.stringify(dayOfItem(item));
  const kept = new Map<string, ReadonlySet<string>>();
  for (const [id, group] of Map.groupBy(named, idOf)) {
    const first = group[0] as Named;
    kept.set(
      id,
      await names.kept(
        group.map(({ name }) => name),
        dayOfItem(first),
      ),
    );
  }
  return (item: Named) => (kept.get(idOf(item))?.has(item.name) ? item.name : otherName);
}

function activityOf({ before, after }: Omit<Change, 'sequence'>): (Activity & { count?: number })[] {
  // Items are as the repositories wrote them.
  type Written<F extends (...args: never[]) => unknown> = Parameters<F>[0];
  if (after?.kind === 'conversion') {
    type Arguments = Parameters<typeof activityOfConversion>;
    return activityOfConversion(...([before, after] as unknown as Arguments));
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
