import { type AdjustmentDeps, type AdjustmentScope, adjustEvents } from '#shared/adjustments/adjust-events.ts';
import { withdrawAdjustment } from '#shared/adjustments/withdraw-adjustment.ts';
import { addSigned, negative, type Signed } from '#shared/cells/rules/signed.ts';
import { adjustmentIdOf, lastEffectiveAt, netOf, newestAdjustment } from '#shared/conversions/rules/adjustments.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { ActivityActor } from '#shared/messages/activity-types.ts';
import type { Order } from '#shared/orders/rules/order.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { Placed } from './rules/categories.ts';
import type { Reconciliation } from './rules/reconciliations.ts';
import { repairedNet } from './rules/refunds.ts';
import { noRepairCounts, type RepairCounts, type RepairName, type RepairRun } from './rules/repairs.ts';
import type { Tally } from './rules/status-tally.ts';

type Target = { eventId: string; currency: string; from: Decimal; to: Decimal; order: Order | null };
type Facts = Pick<Reconciliation, 'tolerance' | 'valueForm'>;
type Adjusting = Exclude<RepairName, 'send_missing'>;
type Adjusted = Pick<RepairRun, 'startedAt' | 'by' | 'undoneBy'>;

const withdrawalsAtOnce = 8;

/** The event whose ID fits the template keeps its value, and its doubles lose theirs. */
const targetsOf: Record<Adjusting, (row: Placed, facts: Facts) => Target[]> = {
  adjust_values({ category, order, event }, { tolerance, valueForm = null }) {
    if (!order || !event) return [];
    const isCancelled = category === 'cancelled_here_counted';
    const to = isCancelled ? '0' : repairedNet(order, event, { tolerance, valueForm });
    const { eventId, currency, value: from } = event;
    return to === null || to === from ? [] : [{ eventId, currency, from, to, order }];
  },
  void_doubles: ({ order, doubles }) => doubles.map(({ eventId, currency, value }) => ({ eventId, currency, from: value, to: '0', order })),
};

function targetsIn(rows: readonly Placed[], repair: Adjusting, facts: Facts) {
  const byRow = rows.map((row) => targetsOf[repair](row, facts));
  return { targets: byRow.flat(), skipped: byRow.filter((targets) => targets.length === 0).length };
}

export const scopeOf = ({ accountId, environment }: Reconciliation, by: ActivityActor): AdjustmentScope => ({
  accountId,
  environment,
  by,
  isNoted: true,
});

/** `at` makes the adjustments' IDs, so a repeated repair finds its own adjustments. */
async function openTargets(
  rows: readonly Placed[],
  { repair, at }: { repair: Adjusting; at: string },
  current: Reconciliation,
  { conversions }: Pick<AdjustmentDeps, 'conversions'>,
) {
  const { accountId, environment } = current;
  const { targets, skipped } = targetsIn(rows, repair, current);
  const ids = targets.map(({ eventId }) => eventId);
  const storedEvents = await conversions.byEventIds(accountId, environment, ids);
  const events = new Map(storedEvents.map((event) => [event.eventId, event]));
  const isOwn = ({ eventId, to }: Target, { adjustments }: Conversion) => {
    const id = adjustmentIdOf(eventId, { net: to, effectiveAt: at });
    return adjustments?.some((adjustment) => adjustment.id === id);
  };
  const pendingTargets = targets.filter((target) => {
    const event = events.get(target.eventId);
    return event && (netOf(event) === target.from || isOwn(target, event));
  });
  const isOutweighed = ({ eventId }: Target) => {
    const newest = newestAdjustment(events.get(eventId) ?? {});
    return newest !== undefined && lastEffectiveAt(newest) > at;
  };
  return { open: pendingTargets, isOutweighed, skipped: skipped + targets.length - pendingTargets.length };
}

const countsOf = (changed: readonly Target[], others: Partial<RepairCounts>): RepairCounts => {
  const values: Record<string, Signed> = {};
  for (const { currency, from, to } of changed) values[currency] = addSigned(values[currency] ?? '0', addSigned(to, negative(from)));
  return { ...noRepairCounts, orders: changed.length, changes: changed.length, ...others, values };
};

function tallyTargets(targets: readonly Target[], tally: Tally): void {
  for (const order of new Set(targets.map((target) => target.order))) if (order) tally.add(order);
}

export function storedAdjusting(
  rows: readonly Placed[],
  { repair, tally }: { repair: Adjusting; tally: Tally },
  facts: Facts,
): RepairCounts {
  const { targets, skipped } = targetsIn(rows, repair, facts);
  tallyTargets(targets, tally);
  return countsOf(targets, { skipped });
}

export async function previewAdjusting(
  rows: readonly Placed[],
  { repair, tally }: { repair: Adjusting; tally: Tally },
  current: Reconciliation,
  deps: Pick<AdjustmentDeps, 'conversions' | 'now'>,
): Promise<RepairCounts> {
  const at = new Date(deps.now()).toISOString();
  const { open: pendingTargets, isOutweighed, skipped } = await openTargets(rows, { repair, at }, current, deps);
  const outweighed = pendingTargets.filter(isOutweighed);
  const changed = pendingTargets.filter((target) => !isOutweighed(target));
  tallyTargets(changed, tally);
  return countsOf(changed, { skipped, superseded: outweighed.length });
}

export async function adjustRows(
  rows: readonly Placed[],
  repair: Adjusting,
  { startedAt: at, by }: Adjusted,
  current: Reconciliation,
  deps: AdjustmentDeps,
): Promise<RepairCounts> {
  const { open: pendingTargets, skipped } = await openTargets(rows, { repair, at }, current, deps);
  if (pendingTargets.length === 0) return countsOf([], { skipped });
  const adjustments = pendingTargets.map(({ eventId, to: net }) => ({
    eventId,
    net,
    reason: 'correction' as const,
    effectiveAt: at,
    note: `Reconciliation ${current.id}`,
  }));
  const adjusted = await adjustEvents(scopeOf(current, by), adjustments, deps);
  if ('problems' in adjusted) throw new Error(`Adjustments of ${current.id} are refused.`);
  const changed = pendingTargets.filter((_, place) => {
    const { event, isSuperseded, refusal } = adjusted.results[place] ?? {};
    return event && !isSuperseded && !refusal;
  });
  return countsOf(changed, { skipped, superseded: pendingTargets.length - changed.length });
}

export async function withdrawRows(
  rows: readonly Placed[],
  repair: Adjusting,
  { startedAt, by, undoneBy = by }: Adjusted,
  current: Reconciliation,
  deps: AdjustmentDeps,
): Promise<void> {
  const { targets } = targetsIn(rows, repair, current);
  await forEachConcurrent(targets, withdrawalsAtOnce, async ({ eventId, to }) => {
    const adjustmentId = adjustmentIdOf(eventId, { net: to, effectiveAt: startedAt });
    await withdrawAdjustment(scopeOf(current, undoneBy), { eventId, adjustmentId }, deps);
  });
}
