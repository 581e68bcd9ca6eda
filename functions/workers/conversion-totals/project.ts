import { projections as declared } from '#functions/projections.ts';
import { type Projection, runProjections } from '#shared/worker/projections.ts';
import type { Batch } from '#shared/worker/stream-worker.ts';
import type { Deps } from './needs.ts';
import { setAside } from './set-aside.ts';

/** DynamoDB lets only two consumers read a stream, so this worker derives everything from it. */
export async function project({ shardId, changes }: Batch, deps: Deps, projections: readonly Projection[] = declared): Promise<void> {
  if (!shardId) throw new Error('Counters need the shard id: is needsShardId set for this consumer?');
  const reached = await deps.scale.reached(shardId);
  const pendingChanges = reached === null ? changes : changes.filter(({ sequence }) => sequence > reached);
  const last = pendingChanges.at(-1);
  if (!last) return;
  // The start of cells is stored before any row, because rows distinguish an earlier version's table from a
  // new table.
  await deps.cellStart.since();
  const poison = await runProjections({ shardId, changes: pendingChanges }, projections, deps);
  if (poison.length > 0) await setAside(poison, deps);
  await deps.scale.reach(shardId, last.sequence);
}
