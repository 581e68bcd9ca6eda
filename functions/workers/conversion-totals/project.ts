import { applyPending } from '#shared/adjustments/apply-pending.ts';
import type { Pending } from '#shared/adjustments/store/adjustments.ts';
import { matchLate } from '#shared/conversions/match-late.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { UserClick } from '#shared/conversions/store/identities.ts';
import { applyLateErasures } from '#shared/event-log/apply-late-erasures.ts';
import { findCandidates } from '#shared/traffic/find-candidates.ts';
import { proveClicks } from '#shared/traffic/prove-clicks.ts';
import { publish } from '#shared/webhooks/publish.ts';
import { conversionEvents } from '#shared/webhooks/rules/conversion-events.ts';
import type { Batch } from '#shared/worker/stream-worker.ts';
import { addToTotals } from './add-to-totals.ts';
import { alertOfConflicts } from './alert-of-conflicts.ts';
import { conversionChanges } from './conversion-changes.ts';
import { countActivity } from './count-activity.ts';
import { countCells } from './count-cells.ts';
import type { Deps } from './deps.ts';
import { logEvents } from './log-events.ts';
import { placementOf } from './placement.ts';
import { salesCountedTwice } from './sales-counted-twice.ts';

/**
 * DynamoDB lets only two consumers read a stream, so this worker derives everything from it; each part
 * tolerates redelivery.
 */
export async function project({ shardId, changes }: Batch, deps: Deps): Promise<void> {
  if (!shardId) throw new Error('Counters need the shard id: is needsShardId set for this consumer?');
  const reached = await deps.scale.reached(shardId);
  const pendingChanges = reached === null ? changes : changes.filter(({ sequence }) => sequence > reached);
  const last = pendingChanges.at(-1);
  if (!last) return;
  await projectChanges({ shardId, changes: pendingChanges }, deps);
  await deps.scale.reach(shardId, last.sequence);
}

async function projectChanges(batch: Batch, deps: Deps): Promise<void> {
  const { changes } = batch;
  // The start of cells is stored before any row, because rows distinguish an earlier version's table from a
  // new table.
  await deps.cellStart.since();
  const conversions = conversionChanges(changes);
  const created = <T>(kind: string) =>
    changes.flatMap(({ before, after }) => (after?.kind === kind && !before ? [after as unknown as T] : []));
  const shown = conversions
    .filter(({ before, after }) => !before || (after.matchedAt && !before.matchedAt))
    .map(({ after }) => after);
  const conflicting = conversions
    .filter(({ before, after }) => before && after.conflict && !before.conflict)
    .map(({ after }) => after);
  const indexed = deps.eventIndex.add(shown);
  // An erasure keeps the links of users whose events are in the index, so the index is written before the
  // links.
  const linked = indexed.then(() => deps.identities.add(shown));
  // Only cells and the log store the channel and traffic of a click.
  const reclassified = conversions
    .filter(
      ({ before, after }) =>
        before?.click &&
        (before.click.channel !== after.click?.channel || before.click.traffic !== after.click?.traffic),
    )
    .map(({ after }) => after);
  const placement = placementOf(conversions, deps);
  const logged = Promise.all([
    logEvents([...shown, ...reclassified], conflicting, deps),
    deps.clickRows.write(clicksToList(changes)),
    deps.adjustedRows.write(conversions),
  ]);
  await Promise.all([
    placement.then((placed) => addToTotals(batch, deps, placed)),
    // A sale that two event types count is detected only after its events are in the index.
    Promise.all([placement, indexed.then(() => salesCountedTwice(conversions, deps))]).then(
      ([placed, more]) => countActivity(batch, deps, more, placed),
    ),
    // A recount reads the log, so cells are counted once the log has the rows of the batch.
    logged.then(() => countCells(batch, deps)),
    // Events and adjustments are stored before each looks for the other. The request can die before it looks,
    // so the stream's record looks too.
    applyPending([...created<Conversion>('conversion'), ...waitingIn(changes)], deps),
    alertOfConflicts(conflicting, deps),
    publish(
      conversions.flatMap(({ before, after }) => conversionEvents(before, after)),
      deps,
    ),
    // Events are indexed, and clicks stored, before either looks for the other, so the later of the two finds
    // the other.
    linked.then(() =>
      matchLate(conversions, created<Click>('session'), created<UserClick>('user_click'), deps),
    ),
    // The event is in the index first, so that the event and a verdict cannot miss each other.
    indexed.then(() => proveClicks(conversions, deps)),
    findCandidates(changes, deps),
    // An erasure writes its tombstone before it reads index and links, so this check follows both.
    linked.then(() => applyLateErasures(shown, deps)),
  ]);
}

const waitingIn = (changes: Batch['changes']): Pending[] =>
  changes.flatMap(({ after }) =>
    after?.kind === 'pending_adjustments' ? [after as unknown as Pending] : [],
  );

/** The log may lack rows for new clicks, and for older clicks that a recount marked. */
const clicksToList = (changes: Batch['changes']): Click[] =>
  changes.flatMap(({ before, after }) =>
    after?.kind === 'session' && (!before || before.cellGeneration !== after.cellGeneration)
      ? [after as unknown as Click]
      : [],
  );
