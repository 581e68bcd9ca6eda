import { keys } from '#shared/api-keys/needs.ts';
import { conversionChanges } from '#shared/conversions/conversion-changes.ts';
import { eventIndex } from '#shared/conversions/needs.ts';
import { defineProjection } from '#shared/worker/projections.ts';
import type { Batch } from '#shared/worker/stream-worker.ts';
import { addToTotals } from './add-to-totals.ts';
import { countActivity } from './count-activity.ts';
import { activityNames, activity as activityNeed, recounts, saleMemory, takeSaleReads, totals as totalsNeed } from './needs.ts';
import { type Placement, placementOf } from './placement.ts';
import { salesCountedTwice } from './sales-counted-twice.ts';

type PlacementDeps = Parameters<typeof placementOf>[1];

export const totals = defineProjection({
  name: 'totals',
  after: [],
  needs: { keys, recounts, totals: totalsNeed },
  run: async (batch, deps) => addToTotals(batch, deps, await placementIn(batch, deps)),
  onPoison: 'recount',
});

/** A sale that two event types count is detected only after its events are in the index. */
export const activity = defineProjection({
  name: 'activity',
  after: ['event_index'],
  needs: { activity: activityNeed, activityNames, eventIndex, recounts, saleMemory, takeSaleReads },
  async run(batch, deps) {
    const [placed, sales] = await Promise.all([placementIn(batch, deps), salesCountedTwice(conversionChanges(batch.changes), deps)]);
    await countActivity(batch, deps, sales, placed);
  },
  onPoison: 'recount',
});

/** Both projections count a batch in the same generations, by one set of claims. */
const placements = new WeakMap<Batch['changes'], Promise<Placement>>();

function placementIn({ changes }: Batch, deps: PlacementDeps): Promise<Placement> {
  const placement = placements.get(changes) ?? placementOf(conversionChanges(changes), deps);
  placements.set(changes, placement);
  return placement;
}
