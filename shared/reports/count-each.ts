import type { ActivityCell } from '#shared/reports/rules/activity.ts';
import { type ActivityStore, type Counted, sumOf } from '#shared/reports/store/activity.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';

export type CountedRecord = {
  sequence: string;
  cell: ActivityCell;
  /** The quarter of an hour of this time is counted, ISO 8601 UTC. */
  at: string;
  count: number;
  value?: Decimal | undefined;
  generation?: number;
};

const writesAtOnce = 16;

/** Makes one write for each counter. A repeated record counts once. */
export async function countEach(
  counted: readonly CountedRecord[],
  shardId: string,
  { activity }: { activity: Pick<ActivityStore, 'count'> },
): Promise<void> {
  const counters = new Map<string, { cell: ActivityCell; generation: number; records: Counted[] }>();
  for (const { sequence, cell, at, count, value, generation = 0 } of counted) {
    const { accountId, environment, pixelKey = '', day, metric, detail } = cell;
    const id = `${generation} ${accountId} ${environment} ${pixelKey} ${day} ${metric} ${detail}`;
    const counter = counters.get(id) ?? { cell, generation, records: [] };
    if (counter.records.length === 0) counters.set(id, counter);
    counter.records.push(value === undefined ? { sequence, at, count } : { sequence, at, count, value });
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
