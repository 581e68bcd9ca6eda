import { setTimeout as realPause } from 'node:timers/promises';
import { withRetry } from '#lib/ops/restore/with-retry.ts';
import { fromWire, type WireMap } from '#shared/store/attribute-values.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/items.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { tableAt } from '#shared/store/table.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { paceOf, reportedEvery } from '#shared/values/pace.ts';
import type { Migration, Outcome } from './migration.ts';

type Settings = {
  dynamo: Dynamo;
  tableName: string;
  action: 'run' | 'dry_run' | 'verify';
  /** The migration makes at most this many writes per second, to leave capacity for the service. */
  perSecond: number;
  now?: () => number;
  pause?: (ms: number) => Promise<unknown>;
};
type Around = { signal: AbortSignal; onStep(step: string): void };
type Progress = Item & { next?: WireMap; counts?: Counts };
export type Counts = { looked: number; old: number; changed: number };

const pageItems = 500;
const changesAtOnce = 16;

/** The table stores the progress, so a repeated command repeats at most a page. */
export async function runMigration(
  { name, kind, oldItems, change, end }: Migration,
  { dynamo: once, tableName, action, perSecond, now = Date.now, pause = realPause }: Settings,
  { signal, onStep }: Around,
): Promise<Counts> {
  const dynamo = withRetry(once, pause);
  const table = tableAt(tableName, dynamo);
  const scan = tableScan(tableName, dynamo);
  const key = keyOf.migration(name);
  const isOld = await oldItems(table, now());
  const writes = action === 'run';
  const before = writes ? await table.get<Progress>(key, { consistent: true }) : null;
  const counts: Counts = before?.counts ?? { looked: 0, old: 0, changed: 0 };
  let start = before?.next;
  if (start) onStep(`continues after ${counts.looked} items`);
  const pace = reportedEvery(10_000, paceOf(null, { from: counts.looked }), (text) => onStep(`items: ${text}`));
  const changed = async (item: Item): Promise<void> => {
    let current: Item | null = item;
    await retryOnConflict('rare', async () => {
      if (!current || !isOld(current)) return;
      const outcome: Outcome = await change(current, table);
      if (outcome === 'changed') {
        counts.changed++;
        return;
      }
      current = await table.get(current, { consistent: true });
      return conflict;
    });
  };
  do {
    signal.throwIfAborted();
    const began = now();
    const page = await scan({ segment: 0, segments: 1 }, { start, limit: pageItems, kind });
    const items = page.items.map((item) => fromWire(item) as Item);
    const old = items.filter(isOld);
    if (writes) await forEachConcurrent(old, changesAtOnce, changed);
    counts.looked += items.length;
    counts.old += old.length;
    pace(items.length);
    start = page.next;
    if (writes && start) await table.put({ ...key, kind: 'migration', next: start, counts });
    await pause(Math.max(0, (1000 * items.length) / perSecond - (now() - began)));
  } while (start);
  if (writes) {
    await end?.(table);
    await table.remove(key);
  }
  return counts;
}
