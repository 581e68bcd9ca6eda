import type { Tally } from '#shared/event-log/rules/tally.ts';
import { boundedNames } from '#shared/reports/bounded-names.ts';
import { type Activity, activityOfBrowserEvent, activityOfClick, activityOfConversion, cellOf } from '#shared/reports/rules/activity.ts';
import { type PartName, partOfMetric } from '#shared/reports/rules/recounts.ts';
import type { ActivityStore } from '#shared/reports/store/activity.ts';
import type { ActivityNames } from '#shared/reports/store/activity-names.ts';
import type { Batch, Change } from '#shared/worker/stream-worker.ts';
import { countEach } from './count-each.ts';
import { asFirst, type Placement } from './placement.ts';

type Deps = { activity: ActivityStore; activityNames: ActivityNames };
type Entry = { item: Activity; sequence: string; count: number; part: PartName | undefined };

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
  await countEach(
    entries.flatMap(({ item, part, ...entry }) => {
      const cell = cellOf(item, 'detail' in item ? item.detail : item.detailOf(boundedDetailOf(item)));
      const generations = part ? placed(entry.sequence, part, cell.day) : first;
      return generations.map((generation) => ({ ...entry, cell, at: item.at, value: item.value, generation }));
    }),
    shardId,
    { activity },
  );
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
