import type { Tally } from '#shared/event-log/rules/tally.ts';
import { boundedNames } from '#shared/reports/bounded-names.ts';
import {
  type Activity,
  type ActivityCell,
  activityOfBrowserEvent,
  activityOfClick,
  activityOfConversion,
  cellOf,
} from '#shared/reports/rules/activity.ts';
import { type PartName, partOfMetric } from '#shared/reports/rules/recounts.ts';
import { type ActivityStore, type Counted, sumOf } from '#shared/reports/store/activity.ts';
import type { ActivityNames } from '#shared/reports/store/activity-names.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { Batch, Change } from '#shared/worker/stream-worker.ts';
import { asFirst, type Placement } from './placement.ts';

type Deps = { activity: ActivityStore; activityNames: ActivityNames };
type Entry = { item: Activity; sequence: string; count: number; part: PartName | undefined };

const writesAtOnce = 16;
/** Activity that no recount counts belongs to the first generation. */
const first = [0];

export async function countActivity(
  { shardId, changes }: Batch,
  { activity, activityNames }: Deps,
  more: readonly (Activity & { sequence: string })[] = [],
  placed: Placement = asFirst,
): Promise<void> {
  const entries: Entry[] = [];
  for (const change of changes) {
    const isOfEvent = change.after?.kind === 'conversion';
    const { sequence } = change;
    for (const item of activityOf(change))
      entries.push({
        item,
        sequence,
        count: item.count ?? 1,
        part: isOfEvent ? partOfMetric(item.metric) : undefined,
      });
  }
  for (const item of more) entries.push({ item, sequence: item.sequence, count: 1, part: undefined });
  const boundedDetailOf = await boundedNames(
    entries.map(({ item }) => item),
    activityNames,
  );
  const counters = new Map<string, { cell: ActivityCell; generation: number; records: Counted[] }>();
  for (const { item, sequence, count, part } of entries) {
    const { accountId, environment, pixelKey = '', metric, at, value } = item;
    const detail = 'detail' in item ? item.detail : item.detailOf(boundedDetailOf(item));
    const day = dayOf(at);
    for (const generation of part ? placed(sequence, part, day) : first) {
      const id = `${generation} ${accountId} ${environment} ${pixelKey} ${day} ${metric} ${detail}`;
      const counter = counters.get(id) ?? { cell: cellOf(item, detail), generation, records: [] };
      if (counter.records.length === 0) counters.set(id, counter);
      counter.records.push(value === undefined ? { sequence, at, count } : { sequence, at, count, value });
    }
  }
  await forEachConcurrent([...counters.values()], writesAtOnce, ({ cell, generation, records }) =>
    activity.count(cell, shardId, inOrder(records), generation),
  );
}

function inOrder(records: readonly Counted[]): readonly Counted[] {
  const areInOrder = records.every(({ sequence }, at) => at === 0 || sequence > (records[at - 1] as Counted).sequence);
  if (areInOrder) return records;
  const byRecord = [...Map.groupBy(records, ({ sequence }) => sequence).values()];
  return byRecord.map((same) => ({ ...(same[0] as Counted), ...sumOf(same) })).sort((a, b) => (a.sequence < b.sequence ? -1 : 1));
}

function activityOf({ before, after }: Change): (Activity & { count?: number })[] {
  type Written<F extends (...args: never[]) => unknown> = Parameters<F>[0];
  if (after?.kind === 'conversion') {
    type Arguments = Parameters<typeof activityOfConversion>;
    return activityOfConversion(...([before, after] as unknown as Arguments));
  }
  if (!after || before) return [];
  if (after.kind === 'session') return activityOfClick(after as unknown as Written<typeof activityOfClick>);
  if (after.kind === 'pixel_event') return activityOfBrowserEvent(after as unknown as Written<typeof activityOfBrowserEvent>);
  if (after.kind === 'tally') {
    const { counts, accountId, environment, pixelKey, at } = after as unknown as Tally;
    const common = { accountId, environment, ...(pixelKey && { pixelKey }), at };
    return counts.map((count) => ({ ...common, ...count }));
  }
  return [];
}
